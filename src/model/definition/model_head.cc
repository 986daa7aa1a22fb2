#include "model/definition/model_head.h"

#include <algorithm>

#include "model/definition/model_params.h"
#include "model/definition/node_access.h"
#include "model/definition/shape.h"
#include "model/definition/shape_check.h"
#include "model/definition/tree_difference.h"
#include "model/definition/yaml_reader.h"

namespace partita::model {

const ModelHead::Param* ModelHead::find(std::string_view param) const {
  const auto at = std::find_if(params.begin(), params.end(),
                               [param](const Param& each) { return each.name == param; });
  return at == params.end() ? nullptr : &*at;
}

std::optional<ModelHead> read_head(std::string_view text) {
  FindingList findings;
  const auto file = read_yaml(text, findings);
  if (!file || !findings.is_empty()) return std::nullopt;
  check_shape(*file, kModelShape, findings);
  if (!findings.is_empty()) return std::nullopt;
  const auto naming = naming_params(*file);
  ModelHead head{.name = text_at(*file, "model"), .params = {}};
  for (const Node::Member& member : members_at(*file, "params")) {
    const Node* fallback = member.value.find("default");
    head.params.push_back(
        {.name = member.name,
         .fallback = fallback == nullptr ? std::nullopt : std::optional(fallback->text),
         .names_tables = std::find(naming.begin(), naming.end(), member.name) != naming.end()});
  }
  return head;
}

std::string environment_of(const ModelHead& head, const ParamValues& values) {
  std::string environment;
  for (const ModelHead::Param& param : head.params) {
    if (!param.names_tables) continue;
    const auto given = values.find(param.name);
    append_environment(environment,
                       given != values.end() ? given->second : param.fallback.value_or(""));
  }
  return environment;
}

void append_environment(std::string& environment, std::string_view value) {
  if (!environment.empty() && !value.empty()) environment += '-';
  environment += value;
}

bool say_the_same(std::string_view left, std::string_view right) {
  if (left == right) return true;
  FindingList findings;
  const auto first = read_yaml(left, findings);
  const auto second = read_yaml(right, findings);
  return first && second && findings.is_empty() && difference(*first, *second).empty();
}

}  // namespace partita::model
