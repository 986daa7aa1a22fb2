#include "model/rules/formulas.h"

#include "model/formula/decimal.h"
#include "model/rules/expiry.h"
#include "model/rules/fill.h"
#include "model/rules/value_check.h"

namespace partita::rules {
namespace {

using Kind = FormulaStep::Kind;

std::optional<ValueView> evaluate(Judgement& judgement, const Slot& slot,
                                  const model::Formula& formula) {
  const DraftInput input = judgement.input();
  auto value = formula.evaluate(input).to_value(slot.encoding());
  if (!value) return std::nullopt;
  if (slot.type().kind == model::AttributeKind::Int && value->type() == ValueType::N) {
    const auto whole = model::to_nearest_integer(value->number());
    if (!whole) return std::nullopt;
    value = Value(Number(*whole));
  }
  return judgement.draft.keep(*value);
}

bool may_be_there(const Judgement& judgement, const Slot& slot) {
  const auto beside = [&](std::string_view name) { return judgement.draft.find(name); };
  return check_only_when(*slot.attribute, beside) == nullptr;
}

void run(Judgement& judgement, const FormulaStep& step) {
  const Slot& slot = judgement.program[step.slot];
  if (step.kind == Kind::Expire) return settle_expiry(judgement, step.slot);
  if (slot.level == model::Enforcement::Off) return;
  const model::Attribute& attribute = *slot.attribute;
  if (step.kind == Kind::DefaultFrom) {
    const bool is_wanted = judgement.is_whole() && !judgement.draft.at(step.slot);
    if (!is_wanted || !may_be_there(judgement, slot)) return;
    const auto value = evaluate(judgement, slot, *attribute.default_from);
    if (value) judgement.draft.set(step.slot, *value);
    return;
  }
  const model::Formula& formula =
      step.kind == Kind::Derived ? *attribute.derived : *attribute.computed;
  const auto value =
      may_be_there(judgement, slot) ? evaluate(judgement, slot, formula) : std::nullopt;
  return settle(judgement, step.slot, value, formula.text());
}

}  // namespace

void run_formulas(Judgement& judgement) {
  for (const FormulaStep& step : judgement.program.formulas) run(judgement, step);
}

}  // namespace partita::rules
