#include "wire/formats/archive_files.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "partita/base/json_string.h"
#include "wire/formats/archive_columns.h"
#include "wire/parquet/file_writer.h"
#include "wire/protocol/attribute_json.h"

namespace partita::formats {
namespace {

using archives::ArchivedColumn;
using archives::ArchiveLayout;
using archives::FolderLevel;
using archives::WaitingItem;
using parquet::Datum;
using parquet::Kind;

std::vector<parquet::Column> file_columns(const ArchiveLayout& layout) {
  std::vector<parquet::Column> columns;
  for (const ArchivedColumn& column : layout.columns) columns.push_back(parquet_column(column));
  columns.push_back(
      {.name = std::string(archives::kGoneAtColumn), .kind = Kind::Timestamp, .is_required = true});
  columns.push_back({.name = std::string(archives::kReasonColumn), .is_required = true});
  columns.push_back(
      {.name = std::string(archives::kVersionColumn), .kind = Kind::Int64, .is_required = true});
  columns.push_back({.name = std::string(archives::kRestColumn), .kind = Kind::Json});
  return columns;
}

// The folder's name says all there is to the attribute.
bool is_in_folder(const ArchiveLayout& layout, std::string_view attribute, const ItemView& item) {
  const auto level = std::ranges::find_if(layout.folders, [&](const FolderLevel& each) {
    return each.by == FolderLevel::By::Value && each.attribute == attribute;
  });
  return level != layout.folders.end() &&
         archives::folder_value(*level, item) != archives::kNoFolder;
}

class RestWriter {
 public:
  void add(const MemberView& attribute) {
    json_.push_back(json_.empty() ? '{' : ',');
    append_json_string(json_, attribute.name);
    json_.push_back(':');
    protocol::append_json(json_, attribute.value);
  }

  Datum take() {
    if (json_.empty()) return {};
    json_.push_back('}');
    return {.value = std::exchange(json_, {})};
  }

 private:
  Bytes json_;
};

parquet::Row row_of(const ArchiveLayout& layout, const WaitingItem& item) {
  parquet::Row row(layout.columns.size());
  RestWriter rest;
  for (const MemberView& attribute : item.image.attributes()) {
    const auto column = std::ranges::find(layout.columns, attribute.name, &ArchivedColumn::name);
    bool is_exact = false;
    if (column != layout.columns.end()) {
      ColumnValue value = column_value(*column, attribute.value);
      is_exact = value.is_exact;
      row[static_cast<std::size_t>(column - layout.columns.begin())] = std::move(value.datum);
    } else {
      is_exact = is_in_folder(layout, attribute.name, item.image);
    }
    if (!is_exact) rest.add(attribute);
  }
  row.push_back({.value = item.time});
  row.push_back({.value = Bytes(archives::name_of(item.reason))});
  row.push_back({.value = static_cast<std::int64_t>(item.model_version)});
  row.push_back(rest.take());
  return row;
}

class ParquetFiles final : public archives::ArchiveFormats {
 public:
  Bytes file(const ArchiveLayout& layout, std::span<const WaitingItem> items) const override {
    parquet::FileWriter writer(file_columns(layout));
    for (const WaitingItem& item : items) writer.add(row_of(layout, item));
    return writer.finish();
  }
  std::string_view extension() const override { return ".parquet"; }
};

}  // namespace

const archives::ArchiveFormats& archive_formats() {
  static const ParquetFiles kFiles;
  return kFiles;
}

}  // namespace partita::formats
