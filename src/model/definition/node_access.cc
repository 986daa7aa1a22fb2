#include "model/definition/node_access.h"

#include "model/formula/decimal.h"

namespace partita::model {

std::string text_at(const Node& map, std::string_view name) {
  const Node* node = map.find(name);
  return node == nullptr ? std::string() : node->text;
}

bool flag_at(const Node& map, std::string_view name, bool fallback) {
  const Node* node = map.find(name);
  return node == nullptr ? fallback : node->boolean();
}

std::optional<Number> number_at(const Node& map, std::string_view name) {
  const Node* node = map.find(name);
  if (node == nullptr) return std::nullopt;
  const auto number = Number::parse(node->text);
  return number.ok() ? std::optional(*number) : std::nullopt;
}

std::optional<int> count_at(const Node& map, std::string_view name) {
  const auto number = number_at(map, name);
  const auto count = number ? to_integer(*number) : std::nullopt;
  return count ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

std::optional<Duration> span_at(const Node& map, std::string_view name) {
  const Node* node = map.find(name);
  return node == nullptr ? std::nullopt : parse_duration(node->text);
}

std::vector<std::string> texts_at(const Node& map, std::string_view name) {
  std::vector<std::string> texts;
  const Node* node = map.find(name);
  if (node == nullptr) return texts;
  if (node->is_scalar()) texts.push_back(node->text);
  for (const Node& element : node->elements) texts.push_back(element.text);
  return texts;
}

std::vector<std::pair<std::string, std::string>> text_map_at(const Node& map,
                                                             std::string_view name) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Node::Member& member : members_at(map, name)) {
    pairs.emplace_back(member.name, member.value.text);
  }
  return pairs;
}

std::optional<Enforcement> level_at(const Node& map, std::string_view name) {
  const Node* node = map.find(name);
  if (node == nullptr) return std::nullopt;
  if (node->text == "off") return Enforcement::Off;
  return node->text == "observe" ? Enforcement::Observe : Enforcement::Enforce;
}

Place place_at(const Node& map, std::string_view name) {
  const Node* node = map.find(name);
  return node == nullptr ? map.place : node->place;
}

const std::vector<Node::Member>& members_at(const Node& map, std::string_view name) {
  static const std::vector<Node::Member> kNone;
  const Node* node = map.find(name);
  return node == nullptr ? kNone : node->members;
}

const std::vector<Node>& elements_at(const Node& map, std::string_view name) {
  static const std::vector<Node> kNone;
  const Node* node = map.find(name);
  return node == nullptr ? kNone : node->elements;
}

}  // namespace partita::model
