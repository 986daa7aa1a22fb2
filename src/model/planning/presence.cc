#include "model/planning/presence.h"

#include <algorithm>

namespace partita::planning {
namespace {

// Formulas read attributes that are formulas again; a longer chain is not followed.
constexpr int kChainMax = 8;

bool is_in_key(const model::Entity& entity, std::string_view attribute) {
  return std::any_of(entity.row.keys.begin(), entity.row.keys.end(), [&](const auto& key) {
    return key.name == attribute || key.key.uses(attribute);
  });
}

bool is_edge_id(const model::Entity& entity, std::string_view attribute) {
  return entity.edge &&
         (entity.edge->from.attribute == attribute || entity.edge->to.attribute == attribute);
}

bool is_matched(const model::Entity& entity, std::string_view attribute) {
  return std::any_of(entity.match.begin(), entity.match.end(),
                     [&](const auto& match) { return match.attribute == attribute; });
}

bool is_kept_by_server(const model::Entity& entity, std::string_view attribute) {
  if (entity.expire && entity.expire->attribute == attribute) return true;
  if (entity.schema_version && entity.schema_version->attribute == attribute) return true;
  if (entity.revision && entity.revision->attribute == attribute) return true;
  return entity.versioned &&
         (entity.versioned->number == attribute || entity.versioned->time == attribute);
}

bool is_cleared(const model::Entity& entity, std::string_view attribute) {
  if (!entity.lifecycle) return false;
  const auto& transitions = entity.lifecycle->transitions;
  return std::any_of(transitions.begin(), transitions.end(), [&](const auto& transition) {
    return std::find(transition.clears.begin(), transition.clears.end(), attribute) !=
           transition.clears.end();
  });
}

bool is_present(const model::Entity& entity, std::string_view attribute, int chain_left);

bool has_all_inputs(const model::Entity& entity, const model::Formula& formula, int chain_left) {
  const auto& names = formula.names();
  return chain_left > 0 && std::all_of(names.begin(), names.end(), [&](const auto& name) {
           return is_present(entity, name, chain_left - 1);
         });
}

bool is_filled(const model::Entity& entity, const model::Attribute& attribute, int chain_left) {
  if (attribute.default_value || attribute.generate) return true;
  if (attribute.auto_stamp != model::AutoStamp::None || attribute.is_from_request) return true;
  for (const auto* formula : {&attribute.derived, &attribute.computed, &attribute.default_from}) {
    if (*formula && has_all_inputs(entity, **formula, chain_left)) return true;
  }
  return false;
}

bool is_present(const model::Entity& entity, std::string_view attribute, int chain_left) {
  if (is_in_key(entity, attribute) || is_edge_id(entity, attribute)) return true;
  if (is_matched(entity, attribute) || is_kept_by_server(entity, attribute)) return true;
  const model::Attribute* found = entity.find_attribute(attribute);
  if (found == nullptr || found->only_when || found->is_nullable) return false;
  if (is_cleared(entity, attribute)) return false;
  if (found->is_required || found->type->kind == model::AttributeKind::Const) return true;
  return is_filled(entity, *found, chain_left);
}

}  // namespace

bool is_always_present(const model::Entity& entity, std::string_view attribute) {
  return is_present(entity, attribute, kChainMax);
}

}  // namespace partita::planning
