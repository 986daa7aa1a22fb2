#include "model/definition/model_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/shape.h"
#include "model/definition/shape_check.h"
#include "model/formula/suggestion.h"

namespace partita::model {
namespace {

const Param* find_param(const std::vector<Param>& params, std::string_view name) {
  const auto found = std::find_if(params.begin(), params.end(),
                                  [name](const Param& param) { return param.name == name; });
  return found == params.end() ? nullptr : &*found;
}

void refuse_param(std::string_view name, Place place, const std::vector<Param>& params,
                  FindingList& findings) {
  std::vector<std::string_view> names;
  for (const Param& param : params) names.push_back(param.name);
  findings.add(kUnknownName, place,
               fmt::format("there is no param called `{}`{}", name, did_you_mean(name, names)));
}

void check_choice(const Param& param, FindingList& findings) {
  const auto& choices = param.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), param.value) != choices.end()) {
    return;
  }
  findings.add(kWrongForm, param.notes.place,
               fmt::format("the param `{}` must be one of {}, not `{}`", param.name,
                           listed({choices.begin(), choices.end()}), param.value));
}

// The text with its ${name} replaced.
std::string substituted(const Node& node, const std::vector<Param>& params, FindingList& findings) {
  std::string result;
  std::string_view rest = node.text;
  for (std::size_t open = rest.find("${"); open != rest.npos; open = rest.find("${")) {
    const std::size_t close = rest.find('}', open);
    if (close == rest.npos) break;
    const std::string_view name = rest.substr(open + 2, close - open - 2);
    result.append(rest.substr(0, open));
    if (const Param* param = find_param(params, name)) {
      result.append(param->value);
    } else {
      refuse_param(name, node.place, params, findings);
    }
    rest.remove_prefix(close + 1);
  }
  return result.append(rest);
}

void substitute(Node& node, const std::vector<Param>& params, FindingList& findings) {
  if (node.kind == Node::Kind::Text && node.text.find("${") != std::string::npos) {
    node.text = substituted(node, params, findings);
  }
  for (Node& element : node.elements) substitute(element, params, findings);
  for (Node::Member& member : node.members) substitute(member.value, params, findings);
}

bool is_met(const Node& when, const std::vector<Param>& params, FindingList& findings) {
  bool is_met = true;
  for (const Node::Member& member : when.members) {
    const Param* param = find_param(params, member.name);
    if (param == nullptr) {
      refuse_param(member.name, member.place, params, findings);
      return false;
    }
    const std::vector<std::string> values = texts_at(when, member.name);
    if (std::find(values.begin(), values.end(), param->value) == values.end()) is_met = false;
  }
  return is_met;
}

// The key that a dotted path like `pitr.enabled` leads to in a table, or null.
const Key* find_key(std::string_view path) {
  const Shape* shape = &kTableShape;
  while (true) {
    const std::size_t dot = path.find('.');
    const Key* key = shape->find(path.substr(0, dot));
    if (key == nullptr || dot == std::string_view::npos) return key;
    if (key->form != Form::Map) return nullptr;
    shape = key->shape;
    path.remove_prefix(dot + 1);
  }
}

Node& member_of(Node& map, std::string_view name, Place place) {
  for (Node::Member& member : map.members) {
    if (member.name == name) return member.value;
  }
  map.members.push_back({std::string(name), place, Node{.kind = Node::Kind::Map, .place = place}});
  return map.members.back().value;
}

void set_at(Node& table, std::string_view path, Place place, const Node& value) {
  Node* node = &table;
  for (std::size_t dot = path.find('.'); dot != path.npos; dot = path.find('.')) {
    node = &member_of(*node, path.substr(0, dot), place);
    path.remove_prefix(dot + 1);
  }
  member_of(*node, path, place) = value;
}

void apply_override(Node& table, const Node& rule, const std::vector<Param>& params,
                    FindingList& findings) {
  const Node* when = rule.find("when");
  const Node* set = rule.find("set");
  if (when == nullptr || set == nullptr) return;
  const bool applies = is_met(*when, params, findings);
  for (const Node::Member& member : set->members) {
    const Key* key = find_key(member.name);
    if (key == nullptr) {
      findings.add(
          kUnknownKey, member.place,
          fmt::format("a table has no setting `{}`; write it like pitr.enabled", member.name));
      continue;
    }
    check_value(member.value, *key, findings);
    if (applies) set_at(table, member.name, member.place, member.value);
  }
}

}  // namespace

std::vector<Param> read_params(const Node& file, const ParamValues& given, FindingList& findings) {
  std::vector<Param> params;
  for (const Node::Member& member : members_at(file, "params")) {
    Param param;
    param.name = member.name;
    param.notes.place = member.place;
    param.notes.description = text_at(member.value, "description");
    param.notes.note = text_at(member.value, "note");
    param.choices = texts_at(member.value, "enum");
    const auto value = given.find(member.name);
    if (value != given.end()) {
      param.value = value->second;
    } else if (const Node* fallback = member.value.find("default")) {
      param.value = fallback->text;
    } else {
      findings.add(
          kMissing, member.place,
          fmt::format("the param `{}` has no default, and no value was given", member.name));
    }
    check_choice(param, findings);
    params.push_back(std::move(param));
  }
  for (const auto& [name, value] : given) {
    if (find_param(params, name) == nullptr) refuse_param(name, {}, params, findings);
  }
  return params;
}

std::vector<std::string> naming_params(const Node& file) {
  std::vector<std::string> names;
  for (const Node::Member& param : members_at(file, "params")) {
    const std::string use = "${" + param.name + "}";
    const auto& tables = members_at(file, "tables");
    const bool is_used = std::any_of(tables.begin(), tables.end(), [&](const auto& table) {
      return text_at(table.value, "name").find(use) != std::string::npos;
    });
    if (is_used) names.push_back(param.name);
  }
  return names;
}

void substitute_params(Node& file, const std::vector<Param>& params, FindingList& findings) {
  for (Node::Member& member : file.members) {
    if (member.name != "params") substitute(member.value, params, findings);
  }
}

void apply_overrides(Node& file, const std::vector<Param>& params, FindingList& findings) {
  for (Node::Member& section : file.members) {
    if (section.name != "tables") continue;
    for (Node::Member& table : section.value.members) {
      const std::vector<Node> rules = elements_at(table.value, "overrides");
      for (const Node& rule : rules) apply_override(table.value, rule, params, findings);
    }
  }
}

}  // namespace partita::model
