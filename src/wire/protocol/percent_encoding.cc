#include "wire/protocol/percent_encoding.h"

#include <algorithm>
#include <array>

namespace partita::protocol {
namespace {

using CharacterSet = std::array<bool, 256>;

constexpr CharacterSet kUnreserved = [] {
  CharacterSet set{};
  for (const char c : std::string_view("-_.~")) set[static_cast<unsigned char>(c)] = true;
  for (unsigned c = '0'; c <= '9'; ++c) set[c] = true;
  for (unsigned c = 'a'; c <= 'z'; ++c) set[c] = set[c - 'a' + 'A'] = true;
  return set;
}();

constexpr CharacterSet kPath = [] {
  CharacterSet set = kUnreserved;
  set['/'] = true;
  return set;
}();

void append_encoded(std::string& target, std::string_view bytes, const CharacterSet& kept) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (kept[byte]) {
      target += c;
    } else {
      target += '%';
      target += kDigits[byte >> 4];
      target += kDigits[byte & 15U];
    }
  }
}

// 16 and more for what is no digit.
unsigned hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return 16;
}

}  // namespace

void append_percent_encoded(std::string& target, std::string_view bytes) {
  append_encoded(target, bytes, kUnreserved);
}

void append_percent_encoded_path(std::string& target, std::string_view path) {
  append_encoded(target, path, kPath);
}

void append_percent_decoded(std::string& target, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool may_escape = text[i] == '%' && text.size() - i > 2;
    const unsigned high = may_escape ? hex_value(text[i + 1]) : 16;
    const unsigned low = may_escape ? hex_value(text[i + 2]) : 16;
    if (high < 16 && low < 16) {
      target += static_cast<char>(high << 4 | low);
      i += 2;
    } else {
      target += text[i];
    }
  }
}

std::optional<QueryParameter> take_parameter(std::string_view& query) {
  while (query.starts_with('&')) query.remove_prefix(1);
  if (query.empty()) return std::nullopt;
  const auto end = std::min(query.find('&'), query.size());
  const auto parameter = query.substr(0, end);
  query.remove_prefix(end);
  const auto equals = std::min(parameter.find('='), parameter.size());
  return QueryParameter{parameter.substr(0, equals),
                        parameter.substr(std::min(equals + 1, parameter.size()))};
}

std::optional<std::string_view> find_parameter(std::string_view query, std::string_view name) {
  while (const auto parameter = take_parameter(query)) {
    if (parameter->name == name) return parameter->value;
  }
  return std::nullopt;
}

}  // namespace partita::protocol
