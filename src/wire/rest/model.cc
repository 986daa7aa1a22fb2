#include "wire/rest/model.h"

#include <algorithm>
#include <utility>

#include "model/exports/openapi.h"
#include "wire/protocol/percent_encoding.h"

namespace partita::rest {
namespace {

using model::Binding;
using model::Pattern;
using model::PatternKind;

// The attribute that a parameter of a `get` stands for, or empty.
std::string_view attribute_of(const Pattern& pattern, std::string_view parameter) {
  for (const Binding& binding : pattern.by) {
    const bool is_it = binding.kind == Binding::Kind::Parameter && binding.parameter == parameter;
    if (is_it) return binding.attribute;
  }
  return {};
}

// Whether its path alone leads to one item.
bool leads_to_one(const Pattern& pattern) {
  if (pattern.kind != PatternKind::Get || !pattern.http || pattern.http->method != "GET" ||
      !pattern.version_parameter.empty() || !pattern.notes.is_live) {
    return false;
  }
  const auto is_in_path = [&](const Binding& binding) {
    const auto& path = pattern.http->parameters;
    return binding.kind != Binding::Kind::Parameter ||
           std::find(path.begin(), path.end(), binding.parameter) != path.end();
  };
  return std::all_of(pattern.by.begin(), pattern.by.end(), is_in_path);
}

// False for a value that no path can hold.
bool append_path_value(std::string& path, const ItemView& item, std::string_view attribute) {
  const auto value = item.find(attribute);
  if (!value) return false;
  if (value->type() == ValueType::S) {
    protocol::append_percent_encoded(path, value->string());
    return true;
  }
  if (value->type() != ValueType::N) return false;
  value->number().append_to(path);
  return true;
}

}  // namespace

RestModel::RestModel(registry::HeldPointer held)
    : served_(std::move(held)), openapi_(exports::openapi(model())) {
  for (const Pattern& pattern : model().patterns) {
    if (!pattern.notes.is_live) continue;
    add_creation(pattern);
    add_location(pattern);
  }
  for (const model::Entity& entity : model().entities) presenters_.emplace(&entity, entity);
}

void RestModel::add_creation(const Pattern& pattern) {
  const planning::PatternPlan* plan = served_.find(pattern.name);
  if (pattern.kind != PatternKind::Put || plan == nullptr || plan->writes() == nullptr) return;
  planning::PatternPlan creation = *plan;
  for (auto& write : std::get<std::vector<planning::PatternWritePlan>>(creation.action)) {
    write.mode = model::PutExpectation::Create;
  }
  creations_.emplace(&pattern, std::move(creation));
}

void RestModel::add_location(const Pattern& pattern) {
  if (leads_to_one(pattern)) locations_.emplace(pattern.entity, &pattern);
}

const planning::PatternPlan* RestModel::plan_of(const Pattern& pattern) const {
  return served_.find(pattern.name);
}

const planning::PatternPlan* RestModel::creation_of(const Pattern& pattern) const {
  const auto found = creations_.find(&pattern);
  return found == creations_.end() ? nullptr : &found->second;
}

void RestModel::put_item(protocol::JsonSink& sink, const ItemView& item,
                         const model::Entity* entity, JsonForm form) const {
  const auto presenter = presenters_.find(entity);
  if (presenter == presenters_.end()) return put_unmodelled(sink, item, form);
  presenter->second.put(sink, item, form);
}

std::string RestModel::location_of(const model::Entity& entity, const ItemView& item) const {
  const auto found = locations_.find(&entity);
  if (found == locations_.end()) return {};
  std::string location = model().http_root;
  std::string_view rest = found->second->http->path;
  while (!rest.empty()) {
    const auto brace = std::min(rest.find('{'), rest.size());
    location += rest.substr(0, brace);
    rest.remove_prefix(brace);
    if (rest.empty()) break;
    const auto end = std::min(rest.find('}'), rest.size() - 1);
    const auto attribute = attribute_of(*found->second, rest.substr(1, end - 1));
    if (!append_path_value(location, item, attribute)) return {};
    rest.remove_prefix(end + 1);
  }
  return location;
}

}  // namespace partita::rest
