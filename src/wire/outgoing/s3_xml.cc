#include "wire/outgoing/s3_xml.h"

#include <array>
#include <charconv>
#include <utility>

namespace partita::outgoing {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
    {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
constexpr std::size_t kEntityBytesMax = 8;

// What `amp`, `#39` or `#x27` stand for, of ASCII.
std::optional<char> character_of(std::string_view entity) {
  for (const auto& [name, character] : kEntities) {
    if (entity == name) return character;
  }
  if (!entity.starts_with('#')) return std::nullopt;
  const bool is_hex = entity.starts_with("#x");
  unsigned code = 0;
  const char* const end = entity.data() + entity.size();
  const auto read = std::from_chars(entity.data() + (is_hex ? 2 : 1), end, code, is_hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != end || code > 127) return std::nullopt;
  return static_cast<char>(code);
}

// Where `<name>` or `<name attributes>` ends, from its first byte on.
struct StartTag {
  std::size_t begin;
  std::size_t end;
};

std::optional<StartTag> find_start(std::string_view xml, std::string_view name) {
  for (auto at = xml.find('<'); at != std::string_view::npos; at = xml.find('<', at + 1)) {
    const std::string_view tag = xml.substr(at + 1);
    if (!tag.starts_with(name)) continue;
    const std::string_view behind = tag.substr(name.size());
    if (behind.empty() || (behind[0] != '>' && behind[0] != ' ')) continue;
    const auto end = xml.find('>', at);
    if (end == std::string_view::npos) return std::nullopt;
    return StartTag{.begin = at, .end = end + 1};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> take_element(std::string_view& xml, std::string_view name) {
  const auto start = find_start(xml, name);
  if (!start) return std::nullopt;
  const std::string end_tag = "</" + std::string(name) + ">";
  const auto end = xml.find(end_tag, start->end);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view content = xml.substr(start->end, end - start->end);
  xml.remove_prefix(end + end_tag.size());
  return content;
}

std::optional<std::string_view> find_element(std::string_view xml, std::string_view name) {
  return take_element(xml, name);
}

std::string element_text(std::string_view xml, std::string_view name) {
  std::string_view rest = find_element(xml, name).value_or("");
  std::string text;
  while (!rest.empty()) {
    const auto end = rest.front() == '&' ? rest.substr(0, kEntityBytesMax).find(';') : 0;
    const bool is_entity = end != 0 && end != std::string_view::npos;
    const auto character = is_entity ? character_of(rest.substr(1, end - 1)) : std::nullopt;
    text += character.value_or(rest.front());
    rest.remove_prefix(character ? end + 1 : 1);
  }
  return text;
}

}  // namespace partita::outgoing
