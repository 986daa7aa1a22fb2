#include "request_fuzz/json_node.h"

#include <cstddef>
#include <nlohmann/json.hpp>

#include "partita/base/json_string.h"

namespace partita::request_fuzz {
namespace {

using Json = nlohmann::ordered_json;

JsonNode node_of(const Json& json) {
  if (json.is_string()) return JsonNode::string(json.get_ref<const std::string&>());
  if (!json.is_structured()) return JsonNode::token(json.dump());
  JsonNode node{json.is_array() ? JsonNode::Kind::List : JsonNode::Kind::Object};
  for (const auto& [name, value] : json.items()) {
    node.children.push_back(node_of(value));
    if (json.is_object()) node.children.back().name = name;
  }
  return node;
}

void append(std::string& text, const JsonNode& node) {
  if (node.kind == JsonNode::Kind::Token) {
    text += node.text;
  } else if (node.kind == JsonNode::Kind::Text) {
    append_json_string(text, node.text);
  } else {
    const bool is_object = node.kind == JsonNode::Kind::Object;
    text += is_object ? '{' : '[';
    for (const JsonNode& child : node.children) {
      if (&child != &node.children.front()) text += ',';
      if (is_object) {
        append_json_string(text, child.name);
        text += ':';
      }
      append(text, child);
    }
    text += is_object ? '}' : ']';
  }
}

void add_places(std::vector<JsonPlace>& places, JsonNode& node, const std::string& path) {
  places.push_back({&node, path});
  std::size_t index = 0;
  for (JsonNode& child : node.children) {
    ++index;
    const std::string step = child.name.empty() ? std::to_string(index) : child.name;
    add_places(places, child, path.empty() ? step : path + "." + step);
  }
}

}  // namespace

JsonNode JsonNode::parse(std::string_view json) { return node_of(Json::parse(json)); }

JsonNode* JsonNode::find(std::string_view member) {
  for (JsonNode& child : children) {
    if (child.name == member) return &child;
  }
  return nullptr;
}

std::string print(const JsonNode& node) {
  std::string text;
  append(text, node);
  return text;
}

std::vector<JsonPlace> places_of(JsonNode& root) {
  std::vector<JsonPlace> places;
  add_places(places, root, "");
  return places;
}

}  // namespace partita::request_fuzz
