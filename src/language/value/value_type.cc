#include "partita/value/value_type.h"

#include <array>
#include <cstddef>

namespace partita {

std::string_view name_of(ValueType type) {
  static constexpr std::array<std::string_view, 10> kNames = {"S", "N", "B",  "BOOL", "NULL",
                                                              "L", "M", "SS", "NS",   "BS"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace partita
