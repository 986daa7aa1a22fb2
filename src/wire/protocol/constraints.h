#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/api/shape.h"

// The limits of a shape: whether they hold, and how AWS says that they do not.
namespace partita::protocol {

// Lists and maps have no more elements than this whatever their shape says, so that a small request
// cannot become a large structure.
inline constexpr std::int64_t kElementsMax = 10'000;

bool text_is_within(const api::Bounds& bounds, std::string_view text);
bool size_is_within(const api::Bounds& bounds, std::size_t size);
inline bool value_is_within(const api::Bounds& bounds, std::int64_t value) {
  return value >= bounds.min && value <= bounds.max;
}

// "Member must have length greater than or equal to 3", for each limit that does not hold.
std::vector<std::string> violations_of_text(const api::Bounds& bounds, std::string_view text);
std::vector<std::string> violations_of_size(const api::Bounds& bounds, std::size_t size);
std::vector<std::string> violations_of_value(const api::Bounds& bounds, std::int64_t value);

// All limits of the elements of a list or a map, as they are told when one of them does not hold:
// "[Member must have length less than or equal to 25, Member must have ...]".
std::string all_limits(const api::Bounds& bounds);

// "Member must satisfy enum value set: [HASH, RANGE]"
std::string not_among(api::EnumWords words);

}  // namespace partita::protocol
