#pragma once

#include <fmt/format.h>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/finding_list.h"
#include "model/definition/model.h"
#include "model/definition/node.h"
#include "model/formula/formula.h"
#include "model/formula/suggestion.h"

namespace partita::model {

// What all readers of sections share: the file, the model that is being made, and what is wrong.
struct SectionContext {
  const Node& file;
  Model& model;
  FindingList& findings;
  int live_phase = std::numeric_limits<int>::max();
  std::size_t included_values = 0;  // Of all `include`s: a small file must not make a huge model.

  void refuse(std::string_view code, Place place, std::string message) {
    findings.add(code, place, std::move(message));
  }
  // "there is no `what` called ..."; with the name that was probably meant.
  void refuse_name(std::string_view what, std::string_view name, Place place,
                   const std::vector<std::string_view>& known);

  // Descriptions, phase and place of an element.
  Notes notes_of(const Node& element, Place place) const;

  // The element of that name, or null and a finding. Nothing is asked for an empty name.
  Table* table(std::string_view name, Place place);
  const Entity* entity(std::string_view name, Place place);
  const Pattern* pattern(std::string_view name, Place place);
  const Rollup* rollup(std::string_view name, Place place);

  // Refuses names in `names` that `entity` has no attribute for.
  void check_attributes(const Entity& entity, const std::vector<std::string>& names, Place place);

  // The formula of this node, or nullopt and a finding.
  std::optional<Formula> formula(const Node& node, const FormulaScope& scope);
  // The same for one that must be a condition.
  std::optional<Formula> condition(const Node& node, const FormulaScope& scope);
};

// The names of elements, for suggestions.
template <typename Container>
std::vector<std::string_view> names_of(const Container& elements) {
  std::vector<std::string_view> names;
  for (const auto& element : elements) names.push_back(element.name);
  return names;
}

}  // namespace partita::model
