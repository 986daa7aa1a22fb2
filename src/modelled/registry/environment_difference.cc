#include "modelled/registry/environment_difference.h"

#include <fmt/format.h>

#include "modelled/registry/environments.h"

namespace partita::registry {
namespace {

ModelDifference difference_of(const HeldModel& left, const HeldModel& right) {
  ModelDifference found{.left = left.record.name, .right = right.record.name, .places = {}};
  const auto tree_of = [](const HeldModel& held) {
    return model::resolved_tree(held.record.source.text, held.record.source.params);
  };
  const auto first = tree_of(left);
  const auto second = tree_of(right);
  if (first && second) found.places = model::difference(*first, *second);
  return found;
}

Error nothing_in_both(std::string_view left, std::string_view right,
                      const std::vector<HeldPointer>& held) {
  std::string names;
  for (const HeldPointer& each : held) names += (names.empty() ? "" : ", ") + each->record.name;
  return Error::not_found(fmt::format("no model is in both {} and {}; there is {}", left, right,
                                      names.empty() ? "none at all" : std::string_view(names)));
}

}  // namespace

Result<std::vector<ModelDifference>> compare_held(const std::vector<HeldPointer>& held,
                                                  std::string_view left, std::string_view right) {
  std::vector<ModelDifference> found;
  const auto first = find_named(held, left);
  const auto second = find_named(held, right);
  if (first && second) {
    found.push_back(difference_of(*first, *second));
    return found;
  }
  for (const HeldPointer& each : held) {
    if (each->model->environment != left) continue;
    const auto other = find_named(held, held_name(each->model->name, right));
    if (other) found.push_back(difference_of(*each, *other));
  }
  if (found.empty()) return nothing_in_both(left, right, held);
  return found;
}

}  // namespace partita::registry
