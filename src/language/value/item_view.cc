#include "partita/value/item_view.h"

#include <cassert>

#include "language/value/item_format.h"
#include "language/value/item_validator.h"

namespace partita {
namespace {

using item_format::TypeTag;

TypeTag tag_of(ByteView value) { return static_cast<TypeTag>(item_format::byte_at(value.data())); }

// Of everything whose body begins with its length.
ByteView content_of(ByteView value) {
  const char* at = value.data() + 1;
  return item_format::read_string(at);
}

ByteView bytes_between(const char* start, const char* end) {
  return {start, static_cast<std::size_t>(end - start)};
}

std::vector<std::string> to_strings(const StringSetView& set) { return {set.begin(), set.end()}; }

std::vector<Number> to_numbers(const NumberSetView& set) { return {set.begin(), set.end()}; }

std::vector<Binary> to_binaries(const BinarySetView& set) {
  std::vector<Binary> binaries;
  for (const ByteView bytes : set) binaries.push_back({Bytes(bytes)});
  return binaries;
}

List to_list(const ListView& view) {
  List list;
  for (const ValueView& value : view) list.push_back(value.to_value());
  return list;
}

}  // namespace

template <>
ValueView read_element(const char*& at) {
  const char* const start = at;
  item_format::skip_value(at);
  return ValueView(bytes_between(start, at));
}

template <>
MemberView read_element(const char*& at) {
  const std::string_view name = item_format::read_string(at);
  return {name, read_element<ValueView>(at)};
}

template <>
std::string_view read_element(const char*& at) {
  return item_format::read_string(at);
}

template <>
Number read_element(const char*& at) {
  return item_format::read_number(at);
}

Result<ValueView> ValueView::parse(ByteView bytes) {
  TRY(validate_value(bytes));
  return ValueView(bytes);
}

Result<ItemView> ItemView::parse(ByteView bytes) {
  TRY(validate_item(bytes));
  return ItemView(bytes);
}

ValueType ValueView::type() const {
  switch (tag_of(bytes_)) {
    case TypeTag::S:
      return ValueType::S;
    case TypeTag::N:
      return ValueType::N;
    case TypeTag::B:
      return ValueType::B;
    case TypeTag::False:
    case TypeTag::True:
      return ValueType::Bool;
    case TypeTag::Null:
      return ValueType::Null;
    case TypeTag::L:
      return ValueType::L;
    case TypeTag::M:
      return ValueType::M;
    case TypeTag::SS:
      return ValueType::SS;
    case TypeTag::NS:
      return ValueType::NS;
    case TypeTag::BS:
      break;
  }
  return ValueType::BS;
}

std::string_view ValueView::string() const {
  assert(type() == ValueType::S);
  return content_of(bytes_);
}

Number ValueView::number() const {
  assert(type() == ValueType::N);
  const char* at = bytes_.data() + 1;
  return item_format::read_number(at);
}

ByteView ValueView::binary() const {
  assert(type() == ValueType::B);
  return content_of(bytes_);
}

bool ValueView::boolean() const {
  assert(type() == ValueType::Bool);
  return tag_of(bytes_) == TypeTag::True;
}

ListView ValueView::list() const {
  assert(type() == ValueType::L);
  return ListView(content_of(bytes_));
}

MapView ValueView::map() const {
  assert(type() == ValueType::M);
  return MapView(content_of(bytes_));
}

StringSetView ValueView::string_set() const {
  assert(type() == ValueType::SS);
  return StringSetView(content_of(bytes_));
}

NumberSetView ValueView::number_set() const {
  assert(type() == ValueType::NS);
  return NumberSetView(content_of(bytes_));
}

BinarySetView ValueView::binary_set() const {
  assert(type() == ValueType::BS);
  return BinarySetView(content_of(bytes_));
}

std::optional<ValueView> ValueView::follow(std::span<const PathStep> path) const {
  std::optional<ValueView> value = *this;
  for (const PathStep& step : path) {
    const auto* name = std::get_if<std::string_view>(&step);
    if (value->type() != (name != nullptr ? ValueType::M : ValueType::L)) return std::nullopt;
    value = name != nullptr ? value->map().find(*name) : value->list().at(std::get<1>(step));
    if (!value) return std::nullopt;
  }
  return value;
}

Value ValueView::to_value() const {
  switch (type()) {
    case ValueType::S:
      return string();
    case ValueType::N:
      return number();
    case ValueType::B:
      return Binary{Bytes(binary())};
    case ValueType::Bool:
      return boolean();
    case ValueType::Null:
      return nullptr;
    case ValueType::L:
      return to_list(list());
    case ValueType::M:
      return map().to_map();
    case ValueType::SS:
      return StringSet::from_sorted(to_strings(string_set()));
    case ValueType::NS:
      return NumberSet::from_sorted(to_numbers(number_set()));
    case ValueType::BS:
      break;
  }
  return BinarySet::from_sorted(to_binaries(binary_set()));
}

std::partial_ordering compare(const ValueView& left, const ValueView& right) {
  const TypeTag tag = tag_of(left.bytes());
  if (tag != tag_of(right.bytes())) return std::partial_ordering::unordered;
  if (tag == TypeTag::S || tag == TypeTag::B)
    return content_of(left.bytes()) <=> content_of(right.bytes());
  if (tag == TypeTag::N) return left.number() <=> right.number();
  return std::partial_ordering::unordered;
}

std::optional<ValueView> ListView::at(std::size_t index) const {
  const char* at = content_.data();
  for (; at != end_of_content() && index > 0; --index) item_format::skip_value(at);
  if (at == end_of_content()) return std::nullopt;
  return read_element<ValueView>(at);
}

std::optional<ValueView> MapView::find(std::string_view name) const {
  for (const char* at = content_.data(); at != end_of_content(); item_format::skip_value(at)) {
    // Names of another length are passed over unread, so the order is not used to stop early.
    if (item_format::read_string(at) == name) return read_element<ValueView>(at);
  }
  return std::nullopt;
}

Map MapView::to_map() const {
  Map map;
  for (const MemberView& member : *this) map.set(member.name, member.value.to_value());
  return map;
}

std::optional<ValueView> ItemView::follow(std::span<const PathStep> path) const {
  assert(!path.empty());
  const auto attribute = find(std::get<std::string_view>(path.front()));
  return attribute ? attribute->follow(path.subspan(1)) : std::nullopt;
}

}  // namespace partita
