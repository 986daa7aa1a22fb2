#include "model/definition/section_context.h"

#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"

namespace partita::model {

void SectionContext::refuse_name(std::string_view what, std::string_view name, Place place,
                                 const std::vector<std::string_view>& known) {
  if (findings.is_full()) return;
  std::string message = fmt::format("there is no {} called `{}`", what, name);
  const std::string meant = did_you_mean(name, known);
  if (!meant.empty()) {
    message.append(meant);
  } else if (!known.empty()) {
    message.append("; there are ").append(listed(known));
  }
  refuse(kUnknownName, place, std::move(message));
}

Notes SectionContext::notes_of(const Node& element, Place place) const {
  Notes notes;
  notes.place = place;
  notes.description = text_at(element, "description");
  notes.note = text_at(element, "note");
  notes.phase = count_at(element, "phase").value_or(0);
  notes.is_live = notes.phase <= live_phase;
  return notes;
}

Table* SectionContext::table(std::string_view name, Place place) {
  std::vector<std::string_view> ids;
  for (Table& known : model.tables) {
    if (known.id == name) return &known;
    ids.push_back(known.id);
  }
  refuse_name("table", name, place, ids);
  return nullptr;
}

const Entity* SectionContext::entity(std::string_view name, Place place) {
  const Entity* found = model.find_entity(name);
  if (found == nullptr) refuse_name("entity", name, place, names_of(model.entities));
  return found;
}

const Pattern* SectionContext::pattern(std::string_view name, Place place) {
  const Pattern* found = model.find_pattern(name);
  if (found == nullptr) refuse_name("pattern", name, place, names_of(model.patterns));
  return found;
}

const Rollup* SectionContext::rollup(std::string_view name, Place place) {
  const Rollup* found = model.find_rollup(name);
  if (found == nullptr) refuse_name("rollup", name, place, names_of(model.rollups));
  return found;
}

void SectionContext::check_attributes(const Entity& of, const std::vector<std::string>& names,
                                      Place place) {
  for (const std::string& name : names) {
    if (of.find_attribute(name) != nullptr) continue;
    refuse_name(fmt::format("attribute of {}", of.name), name, place, names_of(of.attributes));
  }
}

std::optional<Formula> SectionContext::formula(const Node& node, const FormulaScope& scope) {
  if (node.kind != Node::Kind::Text) return Formula::constant(plain_value(node));
  // Suggestions for unknown names take time, which nobody would read any more.
  if (findings.is_full()) return std::nullopt;
  auto compiled = Formula::compile(node.text, scope);
  if (compiled.ok()) return *std::move(compiled);
  refuse(kBadFormula, node.place,
         fmt::format("formula `{}`: {}", node.text, compiled.error().message()));
  return std::nullopt;
}

std::optional<Formula> SectionContext::condition(const Node& node, const FormulaScope& scope) {
  auto result = formula(node, scope);
  if (!result) return std::nullopt;
  if (result->type() == FormulaType::Bool || result->type() == FormulaType::Other) return result;
  refuse(kBadFormula, node.place,
         fmt::format("`{}` is {}; a condition is expected", node.text, describe(result->type())));
  return std::nullopt;
}

}  // namespace partita::model
