#include "model/exports/mermaid_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "model/exports/wording.h"

namespace partita::exports {
namespace {

// Words with a meaning of their own somewhere in state or entity diagrams, in lower case.
constexpr std::array<std::string_view, 22> kWords = {
    "as",    "choice", "class", "classdef", "default",      "direction", "end", "erdiagram",
    "fork",  "join",   "left",  "link",     "note",         "of",        "one", "optionally",
    "right", "state",  "style", "title",    "statediagram", "zero"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_character(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string_view entity_code(char c) {
  switch (c) {
    case '"':
      return "#quot;";
    case '#':
      return "#35;";
    case ';':
      return "#59;";
    case ':':
      return "#58;";
    case '<':
      return "#lt;";
    case '>':
      return "#gt;";
    case '{':
      return "#123;";
    case '}':
      return "#125;";
    case '%':
      return "#37;";
    case '`':
      return "#96;";
    default:
      return {};
  }
}

}  // namespace

std::string mermaid_label(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (const std::string_view code = entity_code(c); !code.empty()) {
      result.append(code);
    } else {
      result.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    }
  }
  return result;
}

std::string mermaid_name(std::string_view text) {
  std::string result;
  if (text.empty() || !is_letter(text.front())) result.push_back('x');
  for (const char c : text) result.push_back(is_name_character(c) ? c : '_');
  return result;
}

bool is_mermaid_name(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return false;
  if (!std::all_of(text.begin(), text.end(), is_name_character)) return false;
  // A double hyphen begins an arrow.
  if (text.find("--") != std::string_view::npos || text.back() == '-') return false;
  return std::find(kWords.begin(), kWords.end(), lower(text)) == kWords.end();
}

}  // namespace partita::exports
