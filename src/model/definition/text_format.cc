#include <algorithm>
#include <array>

#include "model/definition/attribute.h"

namespace partita::model {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
// Graphic ASCII and all of Unicode above it; no spaces.
bool is_visible(char c) { return static_cast<unsigned char>(c) > ' ' && c != 127; }

bool all(std::string_view text, bool (*holds)(char)) {
  return std::all_of(text.begin(), text.end(), holds);
}

// 8-4-4-4-12 hexadecimal digits, of any version (RFC 9562).
bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

// 26 of Crockford's digits, of which the first is at most 7: 128 bits.
bool is_ulid(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return text.size() == 26 && text.front() <= '7' &&
         text.find_first_not_of(kDigits) == std::string_view::npos;
}

// Something, an @, and a domain: what an address is for certain only its mail server knows.
bool is_email(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0 || text.size() > 254 || !all(text, is_visible)) {
    return false;
  }
  const std::string_view domain = text.substr(at + 1);
  return !domain.empty() && domain.front() != '.' && domain.back() != '.' &&
         domain.find("..") == std::string_view::npos &&
         text.substr(0, at).find('@') == std::string_view::npos;
}

// A scheme, a colon, and something (RFC 3986).
bool is_uri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return false;
  const auto is_scheme = [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  };
  const std::string_view scheme = text.substr(0, colon);
  return is_letter(scheme.front()) && std::all_of(scheme.begin(), scheme.end(), is_scheme) &&
         all(text, is_visible) && text.find_first_of("<>\"{}|\\^`") == std::string_view::npos;
}

// type/subtype, parameters behind a semicolon allowed (RFC 6838).
bool is_mime(std::string_view text) {
  const std::string_view essence = text.substr(0, text.find(';'));
  const std::size_t slash = essence.find('/');
  const auto is_name = [](std::string_view name) {
    return !name.empty() && name.size() <= 127 && std::all_of(name.begin(), name.end(), [](char c) {
      return is_letter(c) || is_digit(c) ||
             std::string_view("!#$&-^_.+").find(c) != std::string_view::npos;
    });
  };
  return slash != std::string_view::npos && is_name(essence.substr(0, slash)) &&
         is_name(essence.substr(slash + 1));
}

// arn:partition:service:region:account:resource; region and account may be empty.
bool is_arn(std::string_view text) {
  std::array<std::string_view, 5> parts;
  std::string_view rest = text;
  for (std::string_view& part : parts) {
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return false;
    part = rest.substr(0, colon);
    rest.remove_prefix(colon + 1);
  }
  return parts[0] == "arn" && !parts[1].empty() && !parts[2].empty() && !rest.empty() &&
         all(text, is_visible);
}

}  // namespace

std::string_view name_of(TextFormat format) {
  constexpr std::string_view kNames[] = {"none", "uuid", "ulid", "email", "uri", "mime", "arn"};
  return kNames[static_cast<std::size_t>(format)];
}

bool has_format(std::string_view text, TextFormat format) {
  switch (format) {
    case TextFormat::None:
      return true;
    case TextFormat::Uuid:
      return is_uuid(text);
    case TextFormat::Ulid:
      return is_ulid(text);
    case TextFormat::Email:
      return is_email(text);
    case TextFormat::Uri:
      return is_uri(text);
    case TextFormat::Mime:
      return is_mime(text);
    case TextFormat::Arn:
      return is_arn(text);
  }
  return false;
}

}  // namespace partita::model
