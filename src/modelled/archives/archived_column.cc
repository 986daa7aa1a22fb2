#include "modelled/archives/archived_column.h"

#include <algorithm>
#include <set>
#include <utility>

namespace partita::archives {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;

ArchivedColumn column_of(std::string name, const AttributeType& type, std::size_t depth);

// As those who read the files compare names.
std::string folded(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

ArchivedColumn json_column(std::string name) {
  return {.name = std::move(name), .kind = ColumnKind::Json};
}

// A group without fields, or with two that look the same, is no group.
ArchivedColumn group_column(std::string name, std::vector<ArchivedColumn> fields) {
  std::set<std::string> names;
  for (const ArchivedColumn& field : fields) names.insert(folded(field.name));
  if (fields.empty() || names.size() < fields.size()) return json_column(std::move(name));
  return {.name = std::move(name), .kind = ColumnKind::Group, .children = std::move(fields)};
}

ArchivedColumn map_column(std::string name, const AttributeType& type, std::size_t depth) {
  std::vector<ArchivedColumn> fields;
  for (const Attribute& field : type.fields) {
    fields.push_back(column_of(field.name, *field.type, depth + 1));
  }
  return group_column(std::move(name), std::move(fields));
}

// The fields of all cases, each once. One that has two types is JSON.
ArchivedColumn union_column(std::string name, const AttributeType& type, std::size_t depth) {
  std::vector<ArchivedColumn> fields;
  for (const model::UnionCase& each : type.cases) {
    for (const Attribute& field : each.fields) {
      ArchivedColumn column = column_of(field.name, *field.type, depth + 1);
      const auto known = std::ranges::find(fields, field.name, &ArchivedColumn::name);
      if (known == fields.end()) {
        fields.push_back(std::move(column));
      } else if (*known != column) {
        *known = json_column(field.name);
      }
    }
  }
  return group_column(std::move(name), std::move(fields));
}

ColumnKind kind_of_stored(const AttributeType& type) {
  const auto stored = model::stored_type(type);
  if (stored == ValueType::S) return ColumnKind::Text;
  if (stored == ValueType::N) return ColumnKind::Number;
  if (stored == ValueType::Bool) return ColumnKind::Flag;
  if (stored == ValueType::B) return ColumnKind::Binary;
  return ColumnKind::Json;
}

ArchivedColumn set_column(std::string name, const AttributeType& type) {
  const auto kind = type.of ? kind_of_stored(*type.of) : ColumnKind::Json;
  ArchivedColumn column{.name = std::move(name), .kind = ColumnKind::Json};
  if (kind == ColumnKind::Text) column.kind = ColumnKind::TextSet;
  if (kind == ColumnKind::Number) column.kind = ColumnKind::NumberSet;
  if (kind == ColumnKind::Binary) column.kind = ColumnKind::BinarySet;
  return column;
}

ArchivedColumn column_of(std::string name, const AttributeType& type, std::size_t depth) {
  ArchivedColumn column{.name = std::move(name)};
  switch (type.kind) {
    case AttributeKind::Int:
      column.kind = ColumnKind::Integer;
      return column;
    case AttributeKind::Date:
      column.kind = ColumnKind::Day;
      return column;
    case AttributeKind::Timestamp:
      column.kind = ColumnKind::Moment;
      column.encoding = type.encoding;
      return column;
    case AttributeKind::Set:
      return set_column(std::move(column.name), type);
    case AttributeKind::Map:
    case AttributeKind::Union:
    case AttributeKind::List:
      break;
    default:
      column.kind = kind_of_stored(type);
      return column;
  }
  const bool is_too_deep = depth >= ArchivedColumn::kDepthMax;
  if (is_too_deep) return json_column(std::move(column.name));
  if (type.kind == AttributeKind::Map) return map_column(std::move(column.name), type, depth);
  if (type.kind == AttributeKind::Union) return union_column(std::move(column.name), type, depth);
  if (!type.of) return json_column(std::move(column.name));
  column.kind = ColumnKind::List;
  column.children.push_back(column_of("element", *type.of, depth + 1));
  return column;
}

void set_form(ArchivedColumn& column, const model::ArchiveForm& form, const AttributeType& type) {
  column.children.clear();
  switch (form.kind) {
    case model::ArchiveForm::Kind::Json:
      column.kind = ColumnKind::Json;
      return;
    case model::ArchiveForm::Kind::Text:
      column.kind = kind_of_stored(type);
      return;
    case model::ArchiveForm::Kind::Double:
      column.kind = ColumnKind::Double;
      return;
    case model::ArchiveForm::Kind::Decimal:
      column.kind = ColumnKind::Decimal;
      column.precision = static_cast<std::uint8_t>(form.precision);
      column.scale = static_cast<std::uint8_t>(form.scale);
      return;
  }
}

}  // namespace

std::vector<ArchivedColumn> columns_of(const model::Archive& archive) {
  std::set<std::string> taken{std::string(kGoneAtColumn), std::string(kReasonColumn),
                              std::string(kVersionColumn), std::string(kRestColumn)};
  for (const auto& folder : archive.folders) taken.insert(folded(folder.column));
  std::vector<ArchivedColumn> columns;
  for (const Attribute& attribute : archive.of->attributes) {
    if (!taken.insert(folded(attribute.name)).second) continue;
    ArchivedColumn column = column_of(attribute.name, *attribute.type, 1);
    const auto form =
        std::ranges::find(archive.forms, attribute.name, &model::ArchiveForm::attribute);
    if (form != archive.forms.end()) set_form(column, *form, *attribute.type);
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace partita::archives
