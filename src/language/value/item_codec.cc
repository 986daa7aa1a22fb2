#include "partita/value/item_codec.h"

#include <algorithm>

#include "language/value/item_format.h"
#include "partita/base/check.h"
#include "partita/value/measure.h"

namespace partita {
namespace {

using item_format::append_number;
using item_format::append_string;
using item_format::append_tag;
using item_format::TypeTag;

void append_element(Bytes& bytes, const std::string& element) { append_string(bytes, element); }
void append_element(Bytes& bytes, const Number& element) { append_number(bytes, element); }
void append_element(Bytes& bytes, const Binary& element) { append_string(bytes, element.bytes); }

template <typename Element>
void append_set(Bytes& bytes, TypeTag tag, const ValueSet<Element>& set) {
  append_tag(bytes, tag);
  const std::size_t content = item_format::open_content(bytes);
  for (const Element& element : set.elements()) append_element(bytes, element);
  item_format::close_content(bytes, content);
}

// `level` is that of the container which the value is in.
void append_value(Bytes& bytes, const Value& value, int level);

void append_members(Bytes& bytes, const Map& map, int level) {
  PARTITA_CHECK(level <= kNestingMax);
  for (const auto& [name, value] : map) {
    append_string(bytes, name);
    append_value(bytes, value, level);
  }
}

void append_map(Bytes& bytes, const Map& map, int level) {
  append_tag(bytes, TypeTag::M);
  const std::size_t content = item_format::open_content(bytes);
  append_members(bytes, map, level);
  item_format::close_content(bytes, content);
}

void append_list(Bytes& bytes, const List& list, int level) {
  PARTITA_CHECK(level <= kNestingMax);
  append_tag(bytes, TypeTag::L);
  const std::size_t content = item_format::open_content(bytes);
  for (const Value& value : list) append_value(bytes, value, level);
  item_format::close_content(bytes, content);
}

void append_value(Bytes& bytes, const Value& value, int level) {
  switch (value.type()) {
    case ValueType::S:
      append_tag(bytes, TypeTag::S);
      return append_string(bytes, value.string());
    case ValueType::N:
      append_tag(bytes, TypeTag::N);
      return append_number(bytes, value.number());
    case ValueType::B:
      append_tag(bytes, TypeTag::B);
      return append_string(bytes, value.binary());
    case ValueType::Bool:
      return append_tag(bytes, value.boolean() ? TypeTag::True : TypeTag::False);
    case ValueType::Null:
      return append_tag(bytes, TypeTag::Null);
    case ValueType::L:
      return append_list(bytes, value.list(), level + 1);
    case ValueType::M:
      return append_map(bytes, value.map(), level + 1);
    case ValueType::SS:
      return append_set(bytes, TypeTag::SS, value.string_set());
    case ValueType::NS:
      return append_set(bytes, TypeTag::NS, value.number_set());
    case ValueType::BS:
      return append_set(bytes, TypeTag::BS, value.binary_set());
  }
}

template <typename Name>
void append_named(Bytes& bytes, const ItemView& item, std::span<const Name> names) {
  bytes.push_back(item_format::kVersion);
  const char* at = item.bytes().data() + 1;
  const char* const end = item.bytes().data() + item.bytes().size();
  while (at != end) {
    const char* const start = at;
    const std::string_view name = item_format::read_string(at);
    item_format::skip_value(at);
    if (std::ranges::find(names, name) != names.end()) bytes.append(start, at);
  }
}

}  // namespace

Bytes encode(const Item& item) {
  Bytes bytes;
  append_encoded(bytes, item);
  return bytes;
}

Bytes encode(const Value& value) {
  Bytes bytes;
  append_encoded(bytes, value);
  return bytes;
}

void append_encoded(Bytes& bytes, const Item& item) {
  bytes.push_back(item_format::kVersion);
  append_members(bytes, item, 1);
}

void append_encoded(Bytes& bytes, const Value& value) { append_value(bytes, value, 1); }

void append_projected(Bytes& bytes, const ItemView& item, std::span<const std::string_view> names) {
  append_named(bytes, item, names);
}

void append_projected(Bytes& bytes, const ItemView& item, std::span<const std::string> names) {
  append_named(bytes, item, names);
}

}  // namespace partita
