#include "model/formula/byte_size.h"

#include "model/formula/decimal.h"

namespace partita::model {

std::optional<std::int64_t> parse_byte_size(std::string_view text) {
  struct Unit {
    std::string_view name;
    std::int64_t bytes;
  };
  constexpr Unit kUnits[] = {{"B", 1}, {"KB", 1024}, {"MB", 1024 * 1024}};
  const std::size_t digits = text.find_first_not_of("0123456789.");
  if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
  const auto count = Number::parse(text.substr(0, digits));
  if (!count.ok()) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (text.substr(digits) != unit.name) continue;
    const auto bytes = multiply(*count, unit.bytes);
    return bytes ? to_nearest_integer(*bytes) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace partita::model
