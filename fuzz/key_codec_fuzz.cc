// Two tuples from the input: their keys must sort as they do and decode to what they were. Then
// the input itself as a key: it is refused, or encodes to the very same bytes again.
//
// input := count:u8 type:u8[count] value*  the values of the left, then of the right tuple
// value := length:u8 byte[length]          a string or a binary
//        | sign_and_digits:u8 magnitude:u8 byte[digits]   a number

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "partita/base/check.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_codec.h"
#include "store/keys/ttl_keys.h"

namespace partita::keys {
namespace {

// Gives zeros when the input is used up.
class Input {
 public:
  explicit Input(ByteView rest) : rest_(rest) {}

  std::uint8_t byte() {
    const ByteView taken = bytes(1);
    return taken.empty() ? 0 : static_cast<std::uint8_t>(taken[0]);
  }

  ByteView bytes(std::size_t count) {
    const ByteView taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  ByteView rest() const { return rest_; }

 private:
  ByteView rest_;
};

KeyValueType type_from(std::uint8_t byte) {
  constexpr std::array kTypes = {KeyValueType::String, KeyValueType::Number, KeyValueType::Binary};
  return kTypes[byte % kTypes.size()];
}

Number number_from(Input& input) {
  const std::uint8_t head = input.byte();
  const int digits = (head & 0x7F) % (Number::kDigitsMax + 1);
  const int magnitude = input.byte() + Number::kMagnitudeMin;
  Uint128 coefficient = 0;
  for (int i = 0; i < digits; ++i) {
    const unsigned digit = input.byte() % 10U;
    coefficient = coefficient * 10 + (i == 0 && digit == 0 ? 1 : digit);
  }
  return Number::from_parts((head & 0x80) != 0, coefficient, magnitude + 1 - digits).value();
}

KeyValue value_from(Input& input, KeyValueType type) {
  if (type == KeyValueType::Number) return number_from(input);
  const ByteView bytes = input.bytes(input.byte());
  return type == KeyValueType::String ? KeyValue(StringKey{bytes}) : KeyValue(BinaryKey{bytes});
}

std::vector<KeyValue> tuple_from(Input& input, std::span<const KeyValueType> types) {
  std::vector<KeyValue> values;
  for (const KeyValueType type : types) values.push_back(value_from(input, type));
  return values;
}

Bytes tuple_key(std::span<const KeyValue> values) {
  Bytes key;
  append_tuple(key, values);
  return key;
}

std::strong_ordering plain_order(ByteView left, ByteView right) {
  return std::lexicographical_compare_three_way(
      left.begin(), left.end(), right.begin(), right.end(), [](char a, char b) {
        return static_cast<unsigned char>(a) <=> static_cast<unsigned char>(b);
      });
}

std::strong_ordering plain_order(const KeyValue& left, const KeyValue& right) {
  if (const auto* number = std::get_if<Number>(&left)) return *number <=> std::get<Number>(right);
  return plain_order(bytes_of(left), bytes_of(right));
}

std::strong_ordering plain_order(std::span<const KeyValue> left, std::span<const KeyValue> right) {
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (const auto order = plain_order(left[i], right[i]); order != 0) return order;
  }
  return std::strong_ordering::equal;
}

void check_order(std::span<const KeyValue> left, std::span<const KeyValue> right) {
  PARTITA_CHECK((tuple_key(left) <=> tuple_key(right)) == plain_order(left, right));
  Bytes left_raw;
  Bytes right_raw;
  append_raw(left_raw, left.front());
  append_raw(right_raw, right.front());
  PARTITA_CHECK((left_raw <=> right_raw) == plain_order(left.front(), right.front()));
}

// Each condition on the first attribute selects an index entry exactly if a plain comparison does.
void check_ranges(std::span<const KeyValue> wanted, std::span<const KeyValue> sort) {
  const Partition partition{TableId{1}, IndexId{1}, KeyHash{}};
  const Bytes entry = index_entry_key(partition, sort, KeyHash{});
  const KeyValue& value = wanted.front();
  const auto holds = [&](const SortCondition& condition) {
    return partition_range(partition, {.last = condition}).contains(entry);
  };
  const auto order = plain_order(sort.front(), value);
  PARTITA_CHECK(holds(SortCondition::equal(value)) == (order == 0));
  PARTITA_CHECK(holds(SortCondition::less(value)) == (order < 0));
  PARTITA_CHECK(holds(SortCondition::less_or_equal(value)) == (order <= 0));
  PARTITA_CHECK(holds(SortCondition::greater(value)) == (order > 0));
  PARTITA_CHECK(holds(SortCondition::greater_or_equal(value)) == (order >= 0));
  if (const auto* prefix = std::get_if<StringKey>(&value)) {
    PARTITA_CHECK(holds(SortCondition::begins_with(*prefix)) ==
                  bytes_of(sort.front()).starts_with(prefix->text));
  }
}

void check_round_trip(std::span<const KeyValue> values, std::span<const KeyValueType> types) {
  const auto decoded = decode_tuple(tuple_key(values), types);
  PARTITA_CHECK(decoded.ok());
  for (std::size_t i = 0; i < values.size(); ++i) {
    PARTITA_CHECK((*decoded)[i].view() == values[i]);
  }
}

void check_damaged_tuple(ByteView key, std::span<const KeyValueType> types) {
  const auto decoded = decode_tuple(key, types);
  if (!decoded.ok()) {
    PARTITA_CHECK(decoded.error().kind() == ErrorKind::Corrupt);
    return;
  }
  Bytes again;
  for (const OwnedKeyValue& value : *decoded) append_comparable(again, value.view());
  PARTITA_CHECK(again == key);
}

void check_damaged_keys(ByteView key) {
  if (const auto parts = parse_item_key(key); parts.ok()) {
    PARTITA_CHECK(item_key(parts->partition, StringKey{parts->sort}) == key);
  }
  if (const auto parts = parse_ttl_key(key); parts.ok()) PARTITA_CHECK(ttl_key(*parts) == key);
  if (const auto parts = parse_index_entry_key(key); parts.ok()) {
    PARTITA_CHECK(index_range(parts->partition.table, parts->partition.index).contains(key));
  }
}

void check_all(ByteView bytes) {
  Input input(bytes);
  std::vector<KeyValueType> types(1 + input.byte() % 4U);
  for (KeyValueType& type : types) type = type_from(input.byte());
  check_damaged_tuple(input.rest(), types);
  check_damaged_keys(input.rest());

  const auto left = tuple_from(input, types);
  const auto right = tuple_from(input, types);
  check_round_trip(left, types);
  check_order(left, right);
  check_ranges(left, right);
  check_ranges(right, left);
}

}  // namespace
}  // namespace partita::keys

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  partita::keys::check_all({reinterpret_cast<const char*>(data), size});
  return 0;
}
