#include "wire/protocol/http_syntax.h"

#include <algorithm>
#include <array>
#include <limits>

namespace partita::protocol {
namespace {

using CharacterSet = std::array<bool, 256>;

constexpr CharacterSet kTokenCharacters = [] {
  CharacterSet set{};
  for (const char c : std::string_view("!#$%&'*+-.^_`|~"))
    set[static_cast<unsigned char>(c)] = true;
  for (unsigned c = '0'; c <= '9'; ++c) set[c] = true;
  for (unsigned c = 'a'; c <= 'z'; ++c) set[c] = set[c - 'a' + 'A'] = true;
  return set;
}();

constexpr CharacterSet kTargetCharacters = [] {
  CharacterSet set{};
  for (unsigned c = 0x21; c <= 0x7E; ++c) set[c] = c != '#';
  return set;
}();

// Bytes over 0x7F have no meaning in HTTP but are passed on: people put UTF-8 there.
constexpr CharacterSet kValueCharacters = [] {
  CharacterSet set{};
  for (unsigned c = 0x20; c <= 0xFF; ++c) set[c] = c != 0x7F;
  set['\t'] = true;
  return set;
}();

bool is_all_of(std::string_view text, const CharacterSet& set) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return set[static_cast<unsigned char>(c)]; });
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

Error bad_header_name(std::string_view name) {
  if (!name.empty() && is_blank(name.back())) {
    return Error::invalid_argument("There is a blank between a header name and its colon");
  }
  return Error::invalid_argument("A header name is empty or has a character that is not allowed");
}

}  // namespace

bool is_http_token(std::string_view text) {
  return !text.empty() && is_all_of(text, kTokenCharacters);
}

bool is_http_target(std::string_view text) {
  return !text.empty() && is_all_of(text, kTargetCharacters);
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

Result<HttpHeader> parse_header_line(std::string_view line) {
  if (!line.empty() && is_blank(line.front())) {
    return Error::invalid_argument("A header line begins with a blank; folded lines are refused");
  }
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) {
    return Error::invalid_argument("A header line has no colon");
  }
  const auto name = line.substr(0, colon);
  if (!is_http_token(name)) return bad_header_name(name);
  const auto value = trim_blanks(line.substr(colon + 1));
  if (!is_all_of(value, kValueCharacters)) {
    return Error::invalid_argument("A header value has a control character");
  }
  return HttpHeader{name, value};
}

bool http_list_has(std::string_view list, std::string_view lower) {
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    if (equals_ignoring_case(trim_blanks(list.substr(0, comma)), lower)) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

Result<std::uint64_t> parse_content_length(std::string_view text) {
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
    return Error::invalid_argument("Content-Length must be a number in decimal digits");
  }
  std::uint64_t length = 0;
  for (const char c : text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    length = length > (kMax - digit) / 10 ? kMax : length * 10 + digit;
  }
  return length;
}

}  // namespace partita::protocol
