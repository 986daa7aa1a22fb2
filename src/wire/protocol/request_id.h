#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/random.h"

namespace partita::protocol {

// The id that an answer carries in x-amzn-RequestId: 52 characters of 0-9 and A-Z, as AWS has them.
std::string make_request_id(Random& random);
// One that no other request has. Ids tell requests apart, and are no secrets.
// THREADS: safe for concurrent calls.
std::string new_request_id();

// How an id begins: its first twelve characters are a number of 60 bits, enough to tell it from all
// others. Histories keep that of each change.
inline constexpr std::size_t kRequestPrefixCharacters = 12;
std::string request_prefix(std::uint64_t number);
// That number, of a whole id or of its beginning; nullopt if it is neither.
std::optional<std::uint64_t> request_number(std::string_view id);

}  // namespace partita::protocol
