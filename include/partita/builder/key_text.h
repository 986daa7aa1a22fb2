#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/clock.h"
#include "partita/base/random.h"

// Keys and ids in the form that is usual in single-table designs.
namespace partita::builder {

// "ARTIST#456"; make_key({"DATE", "2023-01-01", "EVENT", "123"}) is "DATE#2023-01-01#EVENT#123".
std::string make_key(std::initializer_list<std::string_view> parts);
inline std::string make_key(std::string_view prefix, std::string_view id) {
  return make_key({prefix, id});
}

// The parts of a key: {"ARTIST", "456"}. They are views into the key.
std::vector<std::string_view> parse_key(std::string_view key);
// The id that follows the prefix and `#`; nullopt if the key does not begin with them.
std::optional<std::string_view> parse_key(std::string_view key, std::string_view prefix);

// "550e8400-e29b-41d4-a716-446655440000", random.
std::string make_uuid4(Random& random);
// "01FQMQZX3K9Y8J7H6G5F4D3C2B": ids sort by the time of their creation.
std::string make_ulid(const Clock& clock, Random& random);
// "user_01FQMQZX3K9Y8J7H6G5F4D3C2B".
std::string make_prefixed_id(std::string_view prefix, const Clock& clock, Random& random);

}  // namespace partita::builder
