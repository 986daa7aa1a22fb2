#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "partita/base/random.h"
#include "store/keys/key_value.h"

namespace partita::keys::test {

// The seed of a property test: 1, or what the variable PARTITA_TEST_SEED says.
std::uint64_t seed();

// Random key values that are likely to go wrong: strings of 00 and FF bytes and of lengths around
// multiples of 8, numbers at the ends of their range, and neighbours of a given value.
class KeyGenerator {
 public:
  explicit KeyGenerator(std::uint64_t seed) : random_(seed) {}

  KeyValueType type();
  std::vector<KeyValueType> types(std::size_t count);
  OwnedKeyValue value(KeyValueType type);
  // A value close to `value`: equal, or different in one place.
  OwnedKeyValue neighbour(const OwnedKeyValue& value);
  std::vector<OwnedKeyValue> tuple(std::span<const KeyValueType> types);
  // A tuple that shares most attributes with `tuple`.
  std::vector<OwnedKeyValue> neighbour(const std::vector<OwnedKeyValue>& tuple);

  Bytes bytes();
  Bytes neighbour(Bytes bytes);
  Number number();
  Number neighbour(const Number& number);

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

 private:
  char byte();

  SeededRandom random_;
};

std::vector<KeyValue> views_of(const std::vector<OwnedKeyValue>& values);

// The order that keys must have, by its plain definition. REQUIRES: the same types.
std::strong_ordering plain_order(const KeyValue& left, const KeyValue& right);
std::strong_ordering plain_order(std::span<const KeyValue> left, std::span<const KeyValue> right);

}  // namespace partita::keys::test
