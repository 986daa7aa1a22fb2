#pragma once

#include <string>

#include "partita/base/random.h"
#include "request_fuzz/json_node.h"

namespace partita::request_fuzz {

// What stands where something else is expected: each kind of JSON, small and strange.
std::span<const std::string_view> odd_tokens();

// Fills a list or a map up to what its limit allows with copies of its first child, or to a few
// more if it has no limit that is small. False if it is none or has no child.
bool fill_up(JsonNode& container);
// One more child.
void add_odd(JsonNode& container, std::string_view token);

// Breaks one place of a request and says which and how: "Key.pk: null".
std::string break_one(Random& random, JsonNode& request);

// Breaks the JSON itself, wherever: a byte is changed, left out or doubled, or the end is missing.
std::string break_text(Random& random, std::string& json);

}  // namespace partita::request_fuzz
