#include "model/rules/claims.h"

#include <algorithm>
#include <utility>

#include "model/rules/key_rules.h"
#include "partita/base/case_folding.h"
#include "partita/value/item_codec.h"

namespace partita::rules {
namespace {

using model::Enforcement;
using model::UniqueConstraint;

//   value := (stored form of an attribute's value)+      strings folded if the constraint says so
//
// Stored forms end by themselves, so two lists of values never look alike.
std::optional<Bytes> unique_value(const UniqueConstraint& constraint, Siblings attributes) {
  Bytes bytes;
  for (const std::string& name : constraint.on) {
    const auto value = attributes(name);
    if (!value || value->type() == ValueType::Null) return std::nullopt;
    if (constraint.folds_case && value->type() == ValueType::S) {
      append_encoded(bytes, Value(fold_case(value->string())));
    } else {
      bytes.append(value->bytes());
    }
  }
  return bytes;
}

Enforcement level_of(const RowProgram& program, const std::optional<Enforcement>& own) {
  return own ? std::min(program.level, *own) : program.level;
}

UniqueClaim claim_of(const RowProgram& program, const UniqueConstraint& constraint, Bytes value) {
  return {.entity = program.entity,
          .constraint = &constraint,
          .value = std::move(value),
          .is_enforced = level_of(program, constraint.level) == Enforcement::Enforce};
}

// Reads the stored item, by the slots of the draft.
std::optional<ValueView> find_before(const Draft& draft, std::string_view name) {
  return draft.before() ? draft.before()->find(name) : std::nullopt;
}

std::optional<EncodedItem> key_of(const model::Entity& target, const ValueView& id) {
  Item key;
  for (const model::DerivedKey& attribute : target.row.keys) {
    auto value = render_key(attribute.key, [&](std::string_view name) {
      return name == target.id_attribute() ? std::optional(id) : std::nullopt;
    });
    if (!value.ok() || !*value) return std::nullopt;
    key.set(attribute.name, **std::move(value));
  }
  return EncodedItem(key);
}

// Calls `visit` with each attribute by which the entity's items are listed as referring to others.
template <typename Visit>
void for_each_listed_reference(const RowProgram& program, Visit visit) {
  // The other row of an edge says the same.
  if (program.row != &program.entity->row) return;
  for (const model::Attribute& attribute : program.entity->attributes) {
    if (is_listed_reference(*program.entity, attribute)) visit(attribute);
  }
}

UniqueClaim reference_claim(const RowProgram& program, const model::Attribute& attribute,
                            Bytes target) {
  return {.entity = program.entity,
          .value = std::move(target),
          .is_enforced = true,
          .reference = &attribute};
}

// The key of the item that the value names; nullopt if there is no value.
std::optional<Bytes> target_of(const model::Attribute& attribute,
                               const std::optional<ValueView>& value) {
  if (!value || value->type() == ValueType::Null) return std::nullopt;
  const auto key = key_of(*attribute.references, *value);
  return key ? std::optional(Bytes(key->view().bytes())) : std::nullopt;
}

bool is_changed(const Judgement& judgement, const model::Attribute& attribute) {
  return judgement.draft.is_changed(judgement.program.slot_of(attribute.name));
}

void add_reference(Judgement& judgement, const model::Attribute& attribute) {
  const Draft& draft = judgement.draft;
  const SlotIndex slot = judgement.program.slot_of(attribute.name);
  const Enforcement level = judgement.program[slot].level;
  if (!draft.has(slot) || level == Enforcement::Off) return;
  bool is_due = draft.is_changed(slot);
  ReferenceCheck check;
  for (const model::Attribute& other : judgement.program.entity->attributes) {
    if (!other.must_equal || other.must_equal->entity != attribute.references) continue;
    const auto own = draft.find(other.name);
    if (!own) continue;
    is_due |= is_changed(judgement, other);
    check.equalities.push_back({&other, EncodedValue(*own)});
  }
  auto key = is_due ? key_of(*attribute.references, *draft.at(slot)) : std::nullopt;
  if (!key) return;
  check.target = attribute.references;
  check.attribute = &attribute;
  check.key = *std::move(key);
  check.value = EncodedValue(*draft.at(slot));
  check.is_enforced = level == Enforcement::Enforce;
  judgement.outcome.references.push_back(std::move(check));
}

}  // namespace

void collect_claims(Judgement& judgement) {
  const Draft& draft = judgement.draft;
  for (const UniqueConstraint& constraint : judgement.program.entity->unique) {
    if (level_of(judgement.program, constraint.level) == Enforcement::Off) continue;
    auto after = unique_value(constraint, [&](std::string_view name) { return draft.find(name); });
    auto before =
        unique_value(constraint, [&](std::string_view name) { return find_before(draft, name); });
    if (after == before) continue;
    RuleOutcome& outcome = judgement.outcome;
    if (before) {
      outcome.releases.push_back(claim_of(judgement.program, constraint, *std::move(before)));
    }
    if (after) outcome.claims.push_back(claim_of(judgement.program, constraint, *std::move(after)));
  }
  for_each_listed_reference(judgement.program, [&](const model::Attribute& attribute) {
    auto after = target_of(attribute, draft.find(attribute.name));
    auto before = target_of(attribute, find_before(draft, attribute.name));
    if (after == before) return;
    RuleOutcome& outcome = judgement.outcome;
    const auto claim = [&](std::optional<Bytes>& target) {
      return reference_claim(judgement.program, attribute, *std::move(target));
    };
    if (before) outcome.releases.push_back(claim(before));
    if (after) outcome.claims.push_back(claim(after));
  });
}

void collect_references(Judgement& judgement) {
  for (const model::Attribute& attribute : judgement.program.entity->attributes) {
    if (attribute.references != nullptr) add_reference(judgement, attribute);
  }
}

void add_constraints(const RowProgram& program, std::vector<UniqueClaim>& constraints) {
  for (const UniqueConstraint& constraint : program.entity->unique) {
    if (level_of(program, constraint.level) == Enforcement::Off) continue;
    constraints.push_back(claim_of(program, constraint, {}));
  }
  for_each_listed_reference(program, [&](const model::Attribute& attribute) {
    constraints.push_back(reference_claim(program, attribute, {}));
  });
}

void release_all(const RowProgram& program, const ItemView& item, RuleOutcome& outcome) {
  for (const UniqueConstraint& constraint : program.entity->unique) {
    if (level_of(program, constraint.level) == Enforcement::Off) continue;
    auto value = unique_value(constraint, [&](std::string_view name) { return item.find(name); });
    if (value) outcome.releases.push_back(claim_of(program, constraint, *std::move(value)));
  }
  for_each_listed_reference(program, [&](const model::Attribute& attribute) {
    auto target = target_of(attribute, item.find(attribute.name));
    if (!target) return;
    outcome.releases.push_back(reference_claim(program, attribute, *std::move(target)));
  });
}

}  // namespace partita::rules
