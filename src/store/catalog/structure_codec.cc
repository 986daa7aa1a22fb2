#include "store/catalog/structure_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace partita::catalog {

namespace {

// Within two values of one member: "" if both say the same members.
std::string unknown_within(const Value& stored, const Value& known) {
  if (stored.type() == ValueType::M && known.type() == ValueType::M) {
    return first_unknown(stored.map(), known.map());
  }
  if (stored.type() != ValueType::L || known.type() != ValueType::L) return "";
  const std::size_t count = std::min(stored.list().size(), known.list().size());
  for (std::size_t i = 0; i < count; ++i) {
    std::string unknown = unknown_within(stored.list()[i], known.list()[i]);
    if (!unknown.empty()) return unknown;
  }
  return "";
}

}  // namespace

std::string first_unknown(const Map& stored, const Map& known) {
  for (const auto& [name, value] : stored) {
    const Value* other = known.find(name);
    if (other == nullptr) return std::string(name);
    const std::string within = unknown_within(value, *other);
    if (!within.empty()) return fmt::format("{}.{}", name, within);
  }
  return "";
}

Status expect(const Value& value, ValueType type) {
  if (value.type() == type) return {};
  return Error::corrupt(
      fmt::format("a value has the type {} instead of {}", name_of(value.type()), name_of(type)));
}

Result<std::int64_t> integer_of(const Value& value) {
  TRY(expect(value, ValueType::N));
  const Number& number = value.number();
  constexpr auto kMax = static_cast<Uint128>(std::numeric_limits<std::int64_t>::max());
  Uint128 magnitude = number.coefficient();
  bool fits = number.exponent() >= 0 && magnitude <= kMax;
  for (int i = 0; fits && i < number.exponent(); ++i) {
    magnitude *= 10;
    fits = magnitude <= kMax;
  }
  if (!fits) {
    return Error::corrupt(fmt::format("{} is not an integer of 64 bits", number.to_string()));
  }
  const auto integer = static_cast<std::int64_t>(magnitude);
  return number.is_negative() ? -integer : integer;
}

std::string decimal_of(double number) { return fmt::format("{}", number); }

Result<double> double_of(const Value& value) {
  TRY(expect(value, ValueType::S));
  const std::string& text = value.string();
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(number)) {
    return Error::corrupt(fmt::format("\"{}\" is not a number", text));
  }
  return number;
}

Result<std::size_t> index_of_word(const Value& value, api::EnumWords words) {
  TRY(expect(value, ValueType::S));
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == value.string()) return i;
  }
  return Error::corrupt(fmt::format("\"{}\" is not a word that belongs here", value.string()));
}

}  // namespace partita::catalog
