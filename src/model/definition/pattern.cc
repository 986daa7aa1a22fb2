#include "model/definition/pattern.h"

#include <algorithm>

namespace partita::model {

std::string_view name_of(PatternKind kind) {
  constexpr std::string_view kNames[] = {
      "get",    "query",   "collection", "history",     "transition", "put",  "update",
      "delete", "restore", "search",     "transaction", "erase",      "claim"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool writes(PatternKind kind) {
  switch (kind) {
    case PatternKind::Get:
    case PatternKind::Query:
    case PatternKind::Collection:
    case PatternKind::History:
    case PatternKind::Search:
      return false;
    case PatternKind::Transition:
    case PatternKind::Put:
    case PatternKind::Update:
    case PatternKind::Delete:
    case PatternKind::Restore:
    case PatternKind::Transaction:
    case PatternKind::Erase:
    case PatternKind::Claim:
      break;
  }
  return true;
}

std::vector<std::string_view> Pattern::parameters() const {
  std::vector<std::string_view> names;
  const auto add = [&names](std::string_view parameter) {
    if (!parameter.empty() && std::find(names.begin(), names.end(), parameter) == names.end()) {
      names.push_back(parameter);
    }
  };
  const auto add_bindings = [&add](const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) add(binding.parameter);
  };
  if (kind == PatternKind::Search) add("q");
  add_bindings(by);
  add_bindings(where);
  if (range) add(range->parameter);
  if (prefix) add(prefix->parameter);
  if (filter) {
    for (const std::string& used : filter->names(FormulaSource::Parameter)) add(used);
  }
  add(version_parameter);
  if (to) add(to->parameter);
  for (const WriteStep& step : steps) {
    add_bindings(step.by);
    if (step.to) add(step.to->parameter);
  }
  if (http) {
    for (const std::string& used : http->parameters) add(used);
  }
  return names;
}

}  // namespace partita::model
