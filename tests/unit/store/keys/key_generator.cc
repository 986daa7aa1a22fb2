#include "unit/store/keys/key_generator.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace partita::keys::test {
namespace {

constexpr std::array<std::size_t, 16> kLengths = {0,  1,  2,  6,  7,  8,  9,  10,
                                                  15, 16, 17, 23, 24, 25, 31, 40};
constexpr std::array<char, 8> kBytes = {'\x00', '\x01', '\x08', '\x09',
                                        'a',    '\x7F', '\x80', '\xFF'};
constexpr std::array<int, 10> kMagnitudes = {-130, -129, -128, -65, -1, 0, 1, 37, 124, 125};

int digits_of(Uint128 coefficient) {
  int digits = 0;
  for (; coefficient > 0; coefficient /= 10) ++digits;
  return digits;
}

std::strong_ordering order_of_bytes(ByteView left, ByteView right) {
  const auto unsigned_order = [](char a, char b) {
    return static_cast<unsigned char>(a) <=> static_cast<unsigned char>(b);
  };
  return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(),
                                                right.end(), unsigned_order);
}

}  // namespace

std::uint64_t seed() {
  const char* text = std::getenv("PARTITA_TEST_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

KeyValueType KeyGenerator::type() {
  constexpr std::array kTypes = {KeyValueType::String, KeyValueType::Number, KeyValueType::Binary};
  return kTypes[below(kTypes.size())];
}

std::vector<KeyValueType> KeyGenerator::types(std::size_t count) {
  std::vector<KeyValueType> types(count);
  for (KeyValueType& each : types) each = type();
  return types;
}

OwnedKeyValue KeyGenerator::value(KeyValueType type) {
  return type == KeyValueType::Number ? OwnedKeyValue(number()) : OwnedKeyValue(type, bytes());
}

OwnedKeyValue KeyGenerator::neighbour(const OwnedKeyValue& value) {
  const KeyValue view = value.view();
  if (const auto* number = std::get_if<Number>(&view)) return OwnedKeyValue(neighbour(*number));
  return OwnedKeyValue(value.type(), neighbour(Bytes(bytes_of(view))));
}

std::vector<OwnedKeyValue> KeyGenerator::tuple(std::span<const KeyValueType> types) {
  std::vector<OwnedKeyValue> values;
  for (const KeyValueType each : types) values.push_back(value(each));
  return values;
}

std::vector<OwnedKeyValue> KeyGenerator::neighbour(const std::vector<OwnedKeyValue>& tuple) {
  std::vector<OwnedKeyValue> values = tuple;
  for (auto& each : values) {
    if (below(2) == 0) each = neighbour(each);
  }
  return values;
}

char KeyGenerator::byte() {
  return below(4) == 0 ? static_cast<char>(below(256)) : kBytes[below(kBytes.size())];
}

Bytes KeyGenerator::bytes() {
  const std::size_t length = below(500) == 0 ? 1017 + below(8) : kLengths[below(kLengths.size())];
  Bytes bytes(length, byte());
  if (below(2) == 0) std::generate(bytes.begin(), bytes.end(), [this] { return byte(); });
  return bytes;
}

Bytes KeyGenerator::neighbour(Bytes bytes) {
  switch (below(6)) {
    case 0:
      return bytes;
    case 1:
      return this->bytes();
    case 2:
      bytes.push_back(byte());
      return bytes;
    case 3:
      bytes.append(below(10), '\0');
      return bytes;
    case 4:
      bytes.resize(below(bytes.size() + 1));
      return bytes;
    default:
      if (!bytes.empty()) bytes[below(bytes.size())] = byte();
      return bytes;
  }
}

Number KeyGenerator::number() {
  if (below(30) == 0) return Number();
  const auto digits = below(3) == 0 ? 36 + below(3) : 1 + below(38);
  Uint128 coefficient = 1 + below(9);
  const std::uint64_t filler = below(4);  // 0: zeros, 1: nines, else random.
  for (std::uint64_t i = 1; i < digits; ++i) {
    coefficient = coefficient * 10 + (filler == 0 ? 0 : filler == 1 ? 9 : below(10));
  }
  const int magnitude = below(2) == 0 ? kMagnitudes[below(kMagnitudes.size())]
                                      : static_cast<int>(below(256)) + Number::kMagnitudeMin;
  const int exponent = magnitude + 1 - static_cast<int>(digits);
  return Number::from_parts(below(2) == 0, coefficient, exponent).value();
}

Number KeyGenerator::neighbour(const Number& number) {
  bool is_negative = number.is_negative();
  Uint128 coefficient = number.coefficient();
  int exponent = number.exponent();
  switch (below(6)) {
    case 0:
      return number;
    case 1:
      is_negative = !is_negative;
      break;
    case 2:  // The same with one digit more.
      coefficient = digits_of(coefficient) < 38 ? coefficient * 10 + below(10) : coefficient;
      --exponent;
      break;
    case 3:  // The same with one digit less.
      coefficient /= 10;
      ++exponent;
      break;
    case 4:  // The next in its last digit.
      coefficient = below(2) == 0 || coefficient == 0 ? coefficient + 1 : coefficient - 1;
      break;
    default:  // Ten times as far from zero, or a tenth.
      exponent += below(2) == 0 ? 1 : -1;
  }
  return Number::from_parts(is_negative, coefficient, exponent).ok()
             ? Number::from_parts(is_negative, coefficient, exponent).value()
             : number;
}

std::vector<KeyValue> views_of(const std::vector<OwnedKeyValue>& values) {
  std::vector<KeyValue> views;
  for (const OwnedKeyValue& value : values) views.push_back(value.view());
  return views;
}

std::strong_ordering plain_order(const KeyValue& left, const KeyValue& right) {
  if (const auto* number = std::get_if<Number>(&left)) return *number <=> std::get<Number>(right);
  return order_of_bytes(bytes_of(left), bytes_of(right));
}

std::strong_ordering plain_order(std::span<const KeyValue> left, std::span<const KeyValue> right) {
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (const auto order = plain_order(left[i], right[i]); order != 0) return order;
  }
  return std::strong_ordering::equal;
}

}  // namespace partita::keys::test
