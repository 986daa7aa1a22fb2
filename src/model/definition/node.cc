#include "model/definition/node.h"

#include <fmt/format.h>

namespace partita::model {
namespace {

// Enough of a long text to recognise it, never cut inside a character.
std::string_view shortened(std::string_view text) {
  constexpr std::size_t kShown = 60;
  if (text.size() <= kShown) return text;
  std::size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

}  // namespace

const Node* Node::find(std::string_view name) const {
  for (const Member& member : members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

std::string describe(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Null:
      return "nothing";
    case Node::Kind::Bool:
    case Node::Kind::Number:
      return fmt::format("`{}`", shortened(node.text));
    case Node::Kind::Text:
      return fmt::format("the text `{}`", shortened(node.text));
    case Node::Kind::List:
      return "a list";
    case Node::Kind::Map:
      return "a map";
  }
  return "nothing";
}

}  // namespace partita::model
