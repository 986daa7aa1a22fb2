#pragma once

#include <string_view>

#include "conformance/runner/json.h"
#include "partita/base/result.h"

namespace partita::conformance {

// The CreateTable request of a table on demand in its short form:
//   Orders id:S at:N                                 name, HASH key, RANGE key
//   ... gsi:byStatus(status:S,at:N)                  HASH, then RANGE; projection ALL
//   ... gsi:byPlace(country:S+city:S,zip:N+street:S) several attributes in one key
//   ... lsi:byPrice(price:N):KEYS_ONLY               the RANGE key alone; another projection
//   ... gsi:byName(name:S):INCLUDE(email,phone)
// ERRORS: InvalidArgument, with the word that is wrong.
Result<Json> parse_table_declaration(std::string_view text);

}  // namespace partita::conformance
