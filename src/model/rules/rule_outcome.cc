#include "model/rules/rule_outcome.h"

#include <fmt/format.h>

#include <utility>

#include "model/rules/fault.h"

namespace partita::rules {
namespace {

Refusal refusal_of(const RuleOutcome& outcome, std::string_view code, std::string attribute) {
  Refusal refusal;
  refusal.code = code;
  refusal.kind = kind_of(code);
  refusal.model = outcome.model->name;
  if (outcome.entity != nullptr) refusal.entity = outcome.entity->name;
  refusal.attribute = std::move(attribute);
  return refusal;
}

Refusal unequal(const RuleOutcome& outcome, const ReferenceCheck& reference,
                const ReferenceCheck::Equality& equality, const std::optional<ValueView>& theirs) {
  const model::Attribute& own = *equality.attribute;
  Refusal refusal = refusal_of(outcome, kNoReference, own.name);
  refusal.rule = "must_equal";
  refusal.value = shown(equality.value.view());
  refusal.current = theirs ? shown(*theirs) : "absent";
  refusal.text = fmt::format("model {}, {}.{}: {} differs from {}.{} of {}, which is {} [{}]",
                             refusal.model, refusal.entity, own.name, refusal.value,
                             reference.target->name, own.must_equal->attribute,
                             shown(reference.value.view()), refusal.current, refusal.code);
  return refusal;
}

}  // namespace

Bytes UniqueClaim::constraint_id() const {
  if (reference != nullptr) return fmt::format("{}.{}/reference", entity->name, reference->name);
  return fmt::format("{}.{}{}", entity->name, fmt::join(constraint->on, ","),
                     constraint->folds_case ? "/folded" : "");
}

Refusal still_referenced(const RuleOutcome& outcome, const Referrer& referrer) {
  Refusal refusal = refusal_of(outcome, kStillReferenced, {});
  refusal.entity = referrer.attribute->references->name;
  refusal.id = outcome.departure->id;
  refusal.rule = "on_delete";
  refusal.text = fmt::format("model {}, {} {}: {}.{} of another item refers to it [{}]",
                             refusal.model, refusal.entity, refusal.id, referrer.entity->name,
                             referrer.attribute->name, refusal.code);
  return refusal;
}

Refusal too_many_referrers(const RuleOutcome& outcome, const Referrer& referrer,
                           std::size_t items_max) {
  Refusal refusal = still_referenced(outcome, referrer);
  refusal.text = fmt::format(
      "model {}, {} {}: more than {} items would be deleted with it by {}.{}; delete them first "
      "[{}]",
      refusal.model, refusal.entity, refusal.id, items_max, referrer.entity->name,
      referrer.attribute->name, refusal.code);
  return refusal;
}

Refusal not_unique(const RuleOutcome& outcome, const UniqueClaim& claim) {
  Refusal refusal =
      refusal_of(outcome, kNotUnique, fmt::format("{}", fmt::join(claim.constraint->on, ", ")));
  refusal.rule = "unique";
  refusal.text = fmt::format(
      "model {}, {}.{} is already in use{} [{}]", refusal.model, refusal.entity, refusal.attribute,
      claim.constraint->folds_case ? " (case-insensitive)" : "", refusal.code);
  return refusal;
}

std::optional<Refusal> refute(const RuleOutcome& outcome, const ReferenceCheck& reference,
                              const std::optional<ItemView>& target) {
  if (!target) {
    Refusal refusal = refusal_of(outcome, kNoReference, reference.attribute->name);
    refusal.rule = "references";
    refusal.value = shown(reference.value.view());
    refusal.text =
        fmt::format("model {}, {}.{}: there is no {} {} [{}]", refusal.model, refusal.entity,
                    refusal.attribute, reference.target->name, refusal.value, refusal.code);
    return refusal;
  }
  for (const ReferenceCheck::Equality& equality : reference.equalities) {
    const auto theirs = target->find(equality.attribute->must_equal->attribute);
    if (theirs != equality.value.view()) return unequal(outcome, reference, equality, theirs);
  }
  return std::nullopt;
}

}  // namespace partita::rules
