#include "partita/value/measure.h"

#include <algorithm>

#include "language/value/item_format.h"
#include "partita/base/utf8.h"

namespace partita {
namespace {

using item_format::TypeTag;

// AWS: "An attribute of type List or Map requires 3 bytes of overhead, regardless of its contents."
// (CapacityUnitCalculations) Each element or pair costs one byte more.
constexpr std::size_t kContainerBytes = 3;
constexpr std::size_t kElementBytes = 1;

std::size_t size_of(const std::string& text) { return text.size(); }
std::size_t size_of(const Number& number) { return number.size_bytes(); }
std::size_t size_of(const Binary& binary) { return binary.bytes.size(); }

template <typename Element>
std::size_t elements_size(const ValueSet<Element>& set) {
  std::size_t sum = 0;
  for (const Element& element : set.elements()) sum += size_of(element);
  return sum;
}

std::size_t members_size(const Map& map, std::size_t overhead) {
  std::size_t sum = 0;
  for (const auto& [name, value] : map) sum += overhead + name.size() + size_bytes(value);
  return sum;
}

std::size_t list_size(const List& list) {
  std::size_t sum = kContainerBytes;
  for (const Value& element : list) sum += kElementBytes + size_bytes(element);
  return sum;
}

// The same rules for the stored form. Every request measures items, so this walks the bytes once.

std::size_t stored_value_size(const char*& at);

std::size_t stored_members_size(const char* at, const char* end, std::size_t overhead) {
  std::size_t sum = 0;
  while (at != end) {
    sum += overhead + item_format::read_string(at).size();
    sum += stored_value_size(at);
  }
  return sum;
}

std::size_t stored_list_size(const char* at, const char* end) {
  std::size_t sum = kContainerBytes;
  while (at != end) sum += kElementBytes + stored_value_size(at);
  return sum;
}

std::size_t stored_numbers_size(const char* at, const char* end) {
  std::size_t sum = 0;
  while (at != end) sum += item_format::read_number(at).size_bytes();
  return sum;
}

std::size_t stored_strings_size(const char* at, const char* end) {
  std::size_t sum = 0;
  while (at != end) sum += item_format::read_string(at).size();
  return sum;
}

std::size_t stored_value_size(const char*& at) {
  const TypeTag tag = static_cast<TypeTag>(item_format::byte_at(at++));
  if (tag == TypeTag::N) return item_format::read_number(at).size_bytes();
  if (tag == TypeTag::False || tag == TypeTag::True || tag == TypeTag::Null) return 1;
  const std::string_view content = item_format::read_string(at);
  const char* const start = content.data();
  switch (tag) {
    case TypeTag::L:
      return stored_list_size(start, at);
    case TypeTag::M:
      return kContainerBytes + stored_members_size(start, at, kElementBytes);
    case TypeTag::SS:
    case TypeTag::BS:
      return stored_strings_size(start, at);
    case TypeTag::NS:
      return stored_numbers_size(start, at);
    default:
      return content.size();
  }
}

template <typename AnyMap>
int map_nesting(const AnyMap& map) {
  int inner = 0;
  for (const auto& [name, value] : map) inner = std::max(inner, nesting(value));
  return inner + 1;
}

template <typename AnyValue>
int value_nesting(const AnyValue& value) {
  if (value.type() == ValueType::M) return map_nesting(value.map());
  if (value.type() != ValueType::L) return 0;
  int inner = 0;
  for (const auto& element : value.list()) inner = std::max(inner, nesting(element));
  return inner + 1;
}

bool is_text(const Map& map);

bool is_text(const Value& value) {
  switch (value.type()) {
    case ValueType::S:
      return is_valid_utf8(value.string());
    case ValueType::SS:
      return std::ranges::all_of(value.string_set().elements(), is_valid_utf8);
    case ValueType::L:
      return std::ranges::all_of(value.list(), [](const Value& e) { return is_text(e); });
    case ValueType::M:
      return is_text(value.map());
    default:
      return true;
  }
}

bool is_text(const Map& map) {
  return std::ranges::all_of(map, [](const Map::Member& member) {
    return is_valid_utf8(member.name) && is_text(member.value);
  });
}

}  // namespace

std::size_t size_bytes(const Value& value) {
  switch (value.type()) {
    case ValueType::S:
      return value.string().size();
    case ValueType::N:
      return value.number().size_bytes();
    case ValueType::B:
      return value.binary().size();
    case ValueType::Bool:
    case ValueType::Null:
      return 1;
    case ValueType::L:
      return list_size(value.list());
    case ValueType::M:
      return kContainerBytes + members_size(value.map(), kElementBytes);
    case ValueType::SS:
      return elements_size(value.string_set());
    case ValueType::NS:
      return elements_size(value.number_set());
    case ValueType::BS:
      break;
  }
  return elements_size(value.binary_set());
}

std::size_t size_bytes(const Item& item) { return members_size(item, 0); }

std::size_t size_bytes(const ValueView& value) {
  const char* at = value.bytes().data();
  return stored_value_size(at);
}

std::size_t size_bytes(const ItemView& item) {
  const ByteView bytes = item.bytes();
  return stored_members_size(bytes.data() + 1, bytes.data() + bytes.size(), 0);
}

int nesting(const Value& value) { return value_nesting(value); }
int nesting(const Item& item) { return map_nesting(item); }
int nesting(const ValueView& value) { return value_nesting(value); }

Status check_item_size(std::size_t item_size_bytes) {
  if (item_size_bytes <= kItemBytesMax) return {};
  return Error::invalid_argument("Item size has exceeded the maximum allowed size");
}

Status check_nesting(int levels) {
  if (levels <= kNestingMax) return {};
  return Error::invalid_argument(
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
      "beyond supported limit");
}

Status check_item(const Item& item) {
  TRY(check_nesting(nesting(item)));
  TRY(check_item_size(size_bytes(item)));
  if (is_text(item)) return {};
  return Error::invalid_argument("Names, strings and string sets of an item must be valid UTF-8");
}

}  // namespace partita
