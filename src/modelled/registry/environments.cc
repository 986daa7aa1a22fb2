#include "modelled/registry/environments.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/definition/model_head.h"
#include "modelled/registry/planner.h"

namespace partita::registry {
namespace {

using model::ModelHead;
using model::ParamValues;

constexpr std::string_view kApi = "/api";

void remember(ParamValues& values, const ModelHead::Param& param, const HeldPointer& held) {
  if (held == nullptr) return;
  const auto& remembered = held->record.source.params;
  const auto at = remembered.find(param.name);
  if (at != remembered.end()) values.emplace(param.name, at->second);
}

}  // namespace

std::string held_name(std::string_view model, std::string_view environment) {
  return environment.empty() ? std::string(model) : fmt::format("{}@{}", model, environment);
}

std::string held_name(const model::Model& model) {
  return held_name(model.name, model.environment);
}

std::string environment_root(std::string_view http_root, std::string_view environment) {
  if (http_root.starts_with(kApi)) http_root.remove_prefix(kApi.size());
  return fmt::format("{}/@{}{}", kApi, environment, http_root);
}

HeldPointer find_main(const std::vector<HeldPointer>& held, std::string_view model) {
  const auto at = std::find_if(held.begin(), held.end(), [&](const HeldPointer& each) {
    return each->record.is_main && each->model->name == model;
  });
  return at == held.end() ? nullptr : *at;
}

HeldPointer find_named(const std::vector<HeldPointer>& held, std::string_view name) {
  auto found = find_held(held, name);
  return found != nullptr ? found : find_main(held, name);
}

ModelSource with_remembered_params(ModelSource source, const std::vector<HeldPointer>& held) {
  const auto head = model::read_head(source.text);
  if (!head) return source;
  const HeldPointer main = find_main(held, head->name);
  for (const ModelHead::Param& param : head->params) {
    if (!param.names_tables) continue;
    remember(source.params, param, main);
    if (param.fallback) source.params.emplace(param.name, *param.fallback);
  }
  const auto name = held_name(head->name, model::environment_of(*head, source.params));
  const HeldPointer same = find_held(held, name);
  for (const ModelHead::Param& param : head->params) remember(source.params, param, same);
  return source;
}

}  // namespace partita::registry
