#include "store/items/ttl_entry.h"

#include <string>

namespace partita::items {
namespace {

// Beyond this a second is no date that anybody will see, and would not fit the queue's keys.
constexpr int kSecondDigitsMax = 18;

// The whole part of a number that is not negative.
std::uint64_t whole_part(const Number& number) {
  Uint128 whole = number.coefficient();
  for (int i = number.exponent(); i < 0; ++i) whole /= 10;
  for (int i = number.exponent(); i > 0; --i) whole *= 10;
  return static_cast<std::uint64_t>(whole);
}

}  // namespace

std::optional<std::uint64_t> expiry_second(std::string_view ttl_attribute, const ItemView& item) {
  const auto value = item.find(ttl_attribute);
  if (!value || value->type() != ValueType::N) return std::nullopt;
  const Number number = value->number();
  if (number.is_negative() || number.magnitude() >= kSecondDigitsMax) return std::nullopt;
  return number.magnitude() < 0 ? 0 : whole_part(number);
}

std::optional<std::uint64_t> expiry_second(const catalog::Table& table, const ItemView& item) {
  if (!table.ttl_attribute) return std::nullopt;
  return expiry_second(*table.ttl_attribute, item);
}

}  // namespace partita::items
