#include "request_fuzz/request_breaker.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace partita::request_fuzz {
namespace {

using Kind = JsonNode::Kind;

constexpr std::size_t kFilledBytesMax = std::size_t{200} << 10;
constexpr std::int64_t kTextMax = 70'000;
// Above the limit that lists have whatever their shape says.
constexpr std::int64_t kElementsTried = 10'001;

constexpr std::array<std::string_view, 16> kOddTokens = {
    "[]",   "true", "0",      "-1",        "1.5",    "\"\"",          "\"odd\"",      "null",
    "[[]]", "{}",   "[null]", "{\"a\":1}", "[1,{}]", "{\"S\":\"x\"}", "{\"a\":null}", "1e999"};

constexpr std::array<std::string_view, 14> kNumbers = {"0",
                                                       "-0",
                                                       "-1",
                                                       "2147483647",
                                                       "2147483648",
                                                       "-2147483649",
                                                       "9223372036854775807",
                                                       "9223372036854775808",
                                                       "18446744073709551616",
                                                       "123456789012345678901234567890",
                                                       "1e18",
                                                       "1e400",
                                                       "0.1e-400",
                                                       "01"};

constexpr std::array<std::string_view, 14> kTexts = {
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"\xff\"",
    "\"\\x\"",
    "\"arn:\"",
    "\"arn:aws:dynamodb:us-east-1:1:table/\"",
    "\"arn:aws:dynamodb:::table/fuzz_one/stream/\"",
    "\"\\\"'; \"",
    "\"1e99999999999\"",
    "\"NaN\"",
    "\"=+/=\"",
    "\"\xf0\x9f\x98\x80\xf0\x9f\x98\x80\"",
    "\"a.b[0]\"",
    "\"unterminated"};

constexpr std::array<std::string_view, 16> kWords = {
    "(",  ")",   " AND ", " OR ", " NOT ", " BETWEEN ", " IN (", "#k",
    ":n", "[0]", ".",     ",",    "=",     "size(",     "+",     "SET "};

constexpr std::array<std::string_view, 10> kValueTypes = {"S",  "N",    "B",    "SS", "NS",
                                                          "BS", "BOOL", "NULL", "L",  "M"};

template <typename Choices>
const auto& any_of(Random& random, const Choices& choices) {
  return choices[random.below(choices.size())];
}

// Keeps the name, which belongs to the place.
void replace(JsonNode& node, JsonNode other) {
  other.name = std::move(node.name);
  node = std::move(other);
}

std::string to_token(Random& random, JsonNode& node, std::span<const std::string_view> tokens) {
  const std::string_view token = any_of(random, tokens);
  replace(node, JsonNode::token(token));
  return std::string(token);
}

void resize(JsonNode& node, std::int64_t size) {
  const auto count = static_cast<std::size_t>(size);
  if (node.kind == Kind::Text) {
    node.text.resize(count, 'x');
    return;
  }
  if (count > 0 && node.children.empty()) return;
  node.children.reserve(count);
  while (node.children.size() < count) {
    node.children.push_back(node.children.front());
    if (node.kind == Kind::Object)
      node.children.back().name += std::to_string(node.children.size());
  }
  node.children.resize(count);
}

bool is_affordable(const JsonNode& node, std::int64_t size) {
  if (node.kind == Kind::Text) return size <= kTextMax;
  if (node.children.empty()) return size == 0;
  return static_cast<std::size_t>(size) * (print(node.children.front()).size() + 8) <=
         kFilledBytesMax;
}

// To one of its limits, or just over it.
std::string to_limit(Random& random, JsonNode& node) {
  std::array<std::int64_t, 4> sizes = {node.bounds.min, node.bounds.max, -1, -1};
  if (sizes[0] > 0) sizes[2] = sizes[0] - 1;
  if (sizes[1] < std::numeric_limits<std::int64_t>::max()) sizes[3] = sizes[1] + 1;
  const std::int64_t size = any_of(random, sizes);
  if (node.kind == Kind::Token) {
    if (size == -1) return "";
    node.text = std::to_string(size);
    return "limit " + node.text;
  }
  if (size < 0 || !is_affordable(node, size)) return "";
  resize(node, size);
  return "size " + std::to_string(size);
}

std::string to_long(Random& random, JsonNode& node) {
  constexpr std::array<std::int64_t, 8> kSizes = {37, 256, 1025, 2049, 4097, 65'536, 26, 101};
  const std::int64_t size = any_of(random, kSizes);
  if (node.kind == Kind::Token || !is_affordable(node, size)) return "";
  resize(node, size);
  return "size " + std::to_string(size);
}

std::string to_deep(Random& random, JsonNode& node) {
  constexpr std::array<std::size_t, 7> kLevels = {1, 30, 32, 50, 99, 300, 2000};
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kWraps = {
      std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}, std::pair{"{\"L\":[", "]}"},
      std::pair{"{\"M\":{\"a\":", "}}"}};
  const std::size_t levels = any_of(random, kLevels);
  const auto& [open, close] = any_of(random, kWraps);
  const std::string inside = print(node);
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += open;
  text += inside;
  for (std::size_t i = 0; i < levels; ++i) text += close;
  replace(node, JsonNode::token(text));
  return std::string(open) + " " + std::to_string(levels) + " times";
}

std::string with_odd_element(Random& random, JsonNode& node) {
  if (!fill_up(node)) return "";
  const std::string_view token = any_of(random, kOddTokens);
  add_odd(node, token);
  return "filled up, then " + std::string(token);
}

std::string with_member_twice(Random& random, JsonNode& node) {
  if (node.kind != Kind::Object || node.children.empty()) return "";
  JsonNode again = any_of(random, node.children);
  if (random.below(2) == 0) replace(again, JsonNode::token(any_of(random, kOddTokens)));
  node.children.push_back(std::move(again));
  return node.children.back().name + " twice";
}

std::string without_child(Random& random, JsonNode& node) {
  if (!node.has_children() || node.children.empty()) return "";
  const auto at = static_cast<std::ptrdiff_t>(random.below(node.children.size()));
  const std::string name = node.children[static_cast<std::size_t>(at)].name;
  node.children.erase(node.children.begin() + at);
  return "without " + name;
}

std::string with_other_name(Random& random, JsonNode& node) {
  if (node.name.empty()) return "";
  constexpr std::array<std::string_view, 5> kNames = {"", "Unknown", ":x", "#x", "a.b"};
  const std::string_view name =
      random.below(2) == 0 ? any_of(random, kNames) : any_of(random, kValueTypes);
  node.name = name;
  return "named '" + node.name + "'";
}

std::string with_unknown_member(Random& random, JsonNode& node) {
  if (node.kind != Kind::Object) return "";
  const bool is_number = random.below(3) == 0;
  JsonNode added =
      JsonNode::token(is_number ? any_of(random, kNumbers) : any_of(random, kOddTokens));
  added.name = random.below(2) == 0 ? "Unknown" : std::string(any_of(random, kValueTypes));
  node.children.push_back(std::move(added));
  return "with " + node.children.back().name;
}

std::string with_other_words(Random& random, JsonNode& node) {
  if (node.kind != Kind::Text) return "";
  const std::size_t times = random.below(8) == 0 ? 300 : 1 + random.below(3);
  const std::string_view word = any_of(random, kWords);
  const std::size_t at = random.below(node.text.size() + 1);
  // Not within a character.
  if (at < node.text.size() && (node.text[at] & 0xC0) == 0x80) return "";
  std::string words;
  for (std::size_t i = 0; i < times; ++i) words += word;
  node.text.insert(at, words);
  return "words " + std::string(word) + " " + std::to_string(times) + " times";
}

std::string break_place(Random& random, JsonNode& node) {
  switch (random.below(12)) {
    case 0:
      return to_token(random, node, kOddTokens);
    case 1:
      return to_token(random, node, kNumbers);
    case 2:
      return to_token(random, node, kTexts);
    case 3:
      return to_limit(random, node);
    case 4:
      return to_long(random, node);
    case 5:
      return to_deep(random, node);
    case 6:
      return with_odd_element(random, node);
    case 7:
      return with_member_twice(random, node);
    case 8:
      return without_child(random, node);
    case 9:
      return with_other_name(random, node);
    case 10:
      return with_unknown_member(random, node);
    default:
      return with_other_words(random, node);
  }
}

}  // namespace

std::span<const std::string_view> odd_tokens() { return kOddTokens; }

bool fill_up(JsonNode& container) {
  if (!container.has_children() || container.children.empty()) return false;
  const std::int64_t size = std::min(container.bounds.max, kElementsTried);
  if (!is_affordable(container, size)) return false;
  resize(container, std::max(size, std::int64_t{1}));
  return true;
}

void add_odd(JsonNode& container, std::string_view token) {
  JsonNode odd = JsonNode::token(token);
  if (container.kind == Kind::Object) odd.name = "odd";
  container.children.push_back(std::move(odd));
}

std::string break_one(Random& random, JsonNode& request) {
  const auto places = places_of(request);
  while (true) {
    const JsonPlace& place = any_of(random, places);
    const std::string how = break_place(random, *place.node);
    if (!how.empty()) return place.path + ": " + how;
  }
}

std::string break_text(Random& random, std::string& json) {
  const std::size_t at = random.below(json.size());
  switch (random.below(4)) {
    case 0:
      json.resize(at);
      return "cut at " + std::to_string(at);
    case 1:
      json[at] = static_cast<char>(random.below(256));
      return "another byte at " + std::to_string(at);
    case 2:
      json.erase(at, 1);
      return "without the byte at " + std::to_string(at);
    default:
      json.insert(at, 1, json[at]);
      return "doubled the byte at " + std::to_string(at);
  }
}

}  // namespace partita::request_fuzz
