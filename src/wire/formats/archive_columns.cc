#include "wire/formats/archive_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "model/formula/timestamp.h"
#include "partita/base/base64.h"
#include "partita/base/json_string.h"
#include "partita/value/number.h"

namespace partita::formats {
namespace {

using archives::ArchivedColumn;
using archives::ColumnKind;
using parquet::Datum;
using Elements = std::vector<Datum>;

parquet::Kind parquet_kind(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::Integer:
      return parquet::Kind::Int64;
    case ColumnKind::Decimal:
      return parquet::Kind::Decimal;
    case ColumnKind::Double:
      return parquet::Kind::Double;
    case ColumnKind::Flag:
      return parquet::Kind::Bool;
    case ColumnKind::Binary:
      return parquet::Kind::Binary;
    case ColumnKind::Moment:
      return parquet::Kind::Timestamp;
    case ColumnKind::Day:
      return parquet::Kind::Date;
    case ColumnKind::Json:
      return parquet::Kind::Json;
    case ColumnKind::Group:
      return parquet::Kind::Group;
    case ColumnKind::List:
    case ColumnKind::TextSet:
    case ColumnKind::NumberSet:
    case ColumnKind::BinarySet:
      return parquet::Kind::List;
    case ColumnKind::Text:
    case ColumnKind::Number:
      break;
  }
  return parquet::Kind::Text;
}

Datum whole(std::int64_t number) { return {.value = number}; }

ColumnValue unfit() { return {.datum = {}, .is_exact = false}; }

ColumnValue integer(const Number& number) {
  const std::string text = number.to_string();
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return unfit();
  return {.datum = whole(value)};
}

// The digits of the number without its point, filled up to the scale.
ColumnValue decimal(const Number& number, const ArchivedColumn& column) {
  std::string text = number.to_string();
  const auto point = text.find('.');
  std::size_t fraction = 0;
  if (point != std::string::npos) {
    fraction = text.size() - point - 1;
    text.erase(point, 1);
  }
  if (fraction > column.scale) return unfit();
  text.append(column.scale - fraction, '0');
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return unfit();
  const std::uint64_t size =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::uint64_t limit = 1;
  for (int i = 0; i < column.precision; ++i) limit *= 10;
  return size < limit ? ColumnValue{.datum = whole(value)} : unfit();
}

ColumnValue real(const Number& number) {
  const std::string text = number.to_string();
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc()) return unfit();
  const auto again = Number::parse(fmt::format("{}", value));
  return {.datum = {.value = value}, .is_exact = again.ok() && *again == number};
}

ColumnValue day(std::string_view text) {
  const auto parsed = model::parse_day(text);
  if (!parsed || model::day_text(*parsed) != text) return unfit();
  return {.datum = whole(parsed->time_since_epoch().count())};
}

ColumnValue moment(const ValueView& value, model::TimestampEncoding encoding) {
  const auto instant = model::read_timestamp(value, encoding);
  return instant ? ColumnValue{.datum = whole(instant->time_since_epoch().count())} : unfit();
}

ColumnValue json(const ValueView& value) {
  ColumnValue made;
  Bytes text;
  append_plain_json(text, value, made.is_exact);
  made.datum.value = std::move(text);
  return made;
}

ColumnValue group(const MapView& map, const ArchivedColumn& column) {
  ColumnValue made;
  Elements fields;
  std::size_t known = 0;
  for (const ArchivedColumn& child : column.children) {
    const auto member = map.find(child.name);
    ColumnValue field;
    if (member) field = column_value(child, *member);
    known += member ? 1 : 0;
    made.is_exact = made.is_exact && field.is_exact;
    fields.push_back(std::move(field.datum));
  }
  made.is_exact = made.is_exact && known == map.size();
  made.datum.value = std::move(fields);
  return made;
}

ColumnValue list(const ListView& values, const ArchivedColumn& column) {
  ColumnValue made;
  Elements elements;
  for (const ValueView& value : values) {
    ColumnValue element = column_value(column.children.front(), value);
    made.is_exact = made.is_exact && element.is_exact;
    elements.push_back(std::move(element.datum));
  }
  made.datum.value = std::move(elements);
  return made;
}

template <typename Set, typename ToText>
ColumnValue set(const Set& values, ToText to_text) {
  Elements elements;
  for (const auto& value : values) elements.push_back({.value = Bytes(to_text(value))});
  return {.datum = {.value = std::move(elements)}};
}

// The type that values of the column have; nullopt: several.
std::optional<ValueType> type_of(const ArchivedColumn& column) {
  switch (column.kind) {
    case ColumnKind::Text:
    case ColumnKind::Day:
      return ValueType::S;
    case ColumnKind::Number:
    case ColumnKind::Integer:
    case ColumnKind::Decimal:
    case ColumnKind::Double:
      return ValueType::N;
    case ColumnKind::Flag:
      return ValueType::Bool;
    case ColumnKind::Binary:
      return ValueType::B;
    case ColumnKind::Group:
      return ValueType::M;
    case ColumnKind::List:
      return ValueType::L;
    case ColumnKind::TextSet:
      return ValueType::SS;
    case ColumnKind::NumberSet:
      return ValueType::NS;
    case ColumnKind::BinarySet:
      return ValueType::BS;
    case ColumnKind::Moment:
    case ColumnKind::Json:
      break;
  }
  return std::nullopt;
}

template <typename Values, typename Append>
void append_array(std::string& json, const Values& values, Append append) {
  json.push_back('[');
  for (const auto& value : values) {
    if (json.back() != '[') json.push_back(',');
    append(value);
  }
  json.push_back(']');
}

void append_object(std::string& json, const MapView& map, bool& is_exact) {
  json.push_back('{');
  for (const MemberView& member : map) {
    if (json.back() != '{') json.push_back(',');
    append_json_string(json, member.name);
    json.push_back(':');
    append_plain_json(json, member.value, is_exact);
  }
  json.push_back('}');
}

}  // namespace

parquet::Column parquet_column(const ArchivedColumn& column) {
  parquet::Column made{.name = column.name,
                       .kind = parquet_kind(column.kind),
                       .precision = column.precision,
                       .scale = column.scale};
  for (const ArchivedColumn& child : column.children) {
    made.children.push_back(parquet_column(child));
  }
  if (made.kind == parquet::Kind::List && made.children.empty()) {
    const bool is_binary = column.kind == ColumnKind::BinarySet;
    made.children.push_back(
        {.name = "element", .kind = is_binary ? parquet::Kind::Binary : parquet::Kind::Text});
  }
  return made;
}

ColumnValue column_value(const ArchivedColumn& column, const ValueView& value) {
  const auto type = type_of(column);
  if (type && value.type() != *type) return unfit();
  switch (column.kind) {
    case ColumnKind::Text:
      return {.datum = {.value = Bytes(value.string())}};
    case ColumnKind::Number:
      return {.datum = {.value = value.number().to_string()}};
    case ColumnKind::Integer:
      return integer(value.number());
    case ColumnKind::Decimal:
      return decimal(value.number(), column);
    case ColumnKind::Double:
      return real(value.number());
    case ColumnKind::Flag:
      return {.datum = {.value = value.boolean()}};
    case ColumnKind::Binary:
      return {.datum = {.value = Bytes(value.binary())}};
    case ColumnKind::Moment:
      return moment(value, column.encoding);
    case ColumnKind::Day:
      return day(value.string());
    case ColumnKind::Json:
      return json(value);
    case ColumnKind::Group:
      return group(value.map(), column);
    case ColumnKind::List:
      return list(value.list(), column);
    case ColumnKind::TextSet:
      return set(value.string_set(), [](std::string_view text) { return text; });
    case ColumnKind::NumberSet:
      return set(value.number_set(), [](const Number& number) { return number.to_string(); });
    case ColumnKind::BinarySet:
      return set(value.binary_set(), [](ByteView bytes) { return bytes; });
  }
  return unfit();
}

void append_plain_json(std::string& json, const ValueView& value, bool& is_exact) {
  switch (value.type()) {
    case ValueType::S:
      return append_json_string(json, value.string());
    case ValueType::N:
      json += value.number().to_string();
      return;
    case ValueType::Bool:
      json += value.boolean() ? "true" : "false";
      return;
    case ValueType::Null:
      json += "null";
      return;
    case ValueType::L:
      return append_array(json, value.list(),
                          [&](const ValueView& each) { append_plain_json(json, each, is_exact); });
    case ValueType::M:
      return append_object(json, value.map(), is_exact);
    default:
      break;
  }
  is_exact = false;
  if (value.type() == ValueType::SS) {
    append_array(json, value.string_set(),
                 [&](std::string_view text) { append_json_string(json, text); });
  } else if (value.type() == ValueType::NS) {
    append_array(json, value.number_set(),
                 [&](const Number& number) { json += number.to_string(); });
  } else if (value.type() == ValueType::BS) {
    append_array(json, value.binary_set(),
                 [&](ByteView bytes) { append_json_string(json, base64_encode(bytes)); });
  } else {
    append_json_string(json, base64_encode(value.binary()));
  }
}

}  // namespace partita::formats
