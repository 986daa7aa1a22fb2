#include "rules/outcome.h"

#include <fmt/format.h>

#include <utility>

#include "rules/fault.h"

namespace partita::rules {
namespace {

Refusal refusal_of(const Outcome& outcome, std::string_view code, std::string attribute) {
  Refusal refusal;
  refusal.code = code;
  refusal.kind = kind_of(code);
  refusal.model = outcome.model->name;
  refusal.entity = outcome.entity->name;
  refusal.attribute = std::move(attribute);
  return refusal;
}

Refusal unequal(const Outcome& outcome, const ReferenceCheck& reference,
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
  return fmt::format("{}.{}{}", entity->name, fmt::join(constraint->on, ","),
                     constraint->folds_case ? "/case" : "");
}

Refusal not_unique(const Outcome& outcome, const UniqueClaim& claim) {
  Refusal refusal =
      refusal_of(outcome, kNotUnique, fmt::format("{}", fmt::join(claim.constraint->on, ", ")));
  refusal.rule = "unique";
  refusal.text = fmt::format(
      "model {}, {}.{} is already in use{} [{}]", refusal.model, refusal.entity, refusal.attribute,
      claim.constraint->folds_case ? " (case-insensitive)" : "", refusal.code);
  return refusal;
}

std::optional<Refusal> refute(const Outcome& outcome, const ReferenceCheck& reference,
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
