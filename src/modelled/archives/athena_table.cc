#include "modelled/archives/athena_table.h"

#include <fmt/format.h>

#include <string_view>

namespace partita::archives {
namespace {

// A backtick in a name is written twice.
std::string quoted_name(std::string_view name) {
  std::string text = "`";
  for (const char c : name) {
    if (c == '`') text.push_back('`');
    text.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return text + "`";
}

std::string type_text(const ArchivedColumn& column) {
  switch (column.kind) {
    case ColumnKind::Integer:
      return "bigint";
    case ColumnKind::Decimal:
      return fmt::format("decimal({},{})", column.precision, column.scale);
    case ColumnKind::Double:
      return "double";
    case ColumnKind::Flag:
      return "boolean";
    case ColumnKind::Binary:
      return "binary";
    case ColumnKind::Moment:
      return "timestamp";
    case ColumnKind::Day:
      return "date";
    case ColumnKind::List:
      return fmt::format("array<{}>", type_text(column.children.front()));
    case ColumnKind::TextSet:
    case ColumnKind::NumberSet:
      return "array<string>";
    case ColumnKind::BinarySet:
      return "array<binary>";
    case ColumnKind::Group: {
      std::string fields;
      for (const ArchivedColumn& field : column.children) {
        if (!fields.empty()) fields += ',';
        fields += fmt::format("{}:{}", quoted_name(field.name), type_text(field));
      }
      return fmt::format("struct<{}>", fields);
    }
    default:
      return "string";
  }
}

std::string column_lines(const ArchiveLayout& layout) {
  std::string lines;
  for (const ArchivedColumn& column : layout.columns) {
    lines += fmt::format("  {} {},\n", quoted_name(column.name), type_text(column));
  }
  return lines + fmt::format("  {} timestamp,\n  {} string,\n  {} bigint,\n  {} string\n",
                             quoted_name(kGoneAtColumn), quoted_name(kReasonColumn),
                             quoted_name(kVersionColumn), quoted_name(kRestColumn));
}

std::string partition_text(const ArchiveLayout& layout) {
  if (layout.folders.empty()) return "";
  std::string levels;
  for (const FolderLevel& level : layout.folders) {
    if (!levels.empty()) levels += ", ";
    const bool is_day = level.by == FolderLevel::By::OfDay || level.kind == ColumnKind::Day;
    levels += fmt::format("{} {}", quoted_name(level.column), is_day ? "date" : "string");
  }
  return fmt::format("PARTITIONED BY ({})\n", levels);
}

}  // namespace

std::string athena_table(const ArchiveLayout& layout) {
  const std::string name = quoted_name(layout.entity);
  const std::string slash = layout.prefix.empty() ? "" : "/";
  std::string text = fmt::format(
      "CREATE EXTERNAL TABLE {} (\n{})\n{}STORED AS PARQUET\nLOCATION 's3://{}/{}{}'\n"
      "TBLPROPERTIES ('parquet.compression' = 'ZSTD');\n",
      name, column_lines(layout), partition_text(layout), layout.bucket, layout.prefix, slash);
  if (!layout.folders.empty()) {
    text += fmt::format("-- Whenever there are new folders:\nMSCK REPAIR TABLE {};\n", name);
  }
  return text;
}

}  // namespace partita::archives
