#include "modelled/serving/step_requests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "modelled/serving/failure.h"
#include "modelled/serving/step_change.h"
#include "partita/value/measure.h"

namespace partita::serving {
namespace {

using model::Entity;
using model::PatternKind;

std::string text_of(const ValueView& value) {
  if (value.type() == ValueType::S) return std::string(value.string());
  return value.type() == ValueType::N ? value.number().to_string() : "(binary)";
}

// An entity that is known by an attribute gets it.
Status put_match(const Entity& entity, Item& item) {
  for (const model::AttributeMatch& match : entity.match) {
    const Value* given = item.find(match.attribute);
    if (given == nullptr) {
      item.set(match.attribute, match.values.front());
    } else if (std::ranges::find(match.values, *given) == match.values.end()) {
      return failure(FailureKind::BadBody,
                     fmt::format("`{}` is not that of {}; leave it out of the body",
                                 match.attribute, entity.name));
    }
  }
  return {};
}

Presence presence_of(const planning::PatternWritePlan& plan) {
  if (plan.kind != PatternKind::Put) return Presence::Required;
  switch (plan.mode) {
    case model::PutExpectation::Create:
      return Presence::Forbidden;
    case model::PutExpectation::Replace:
      return Presence::Required;
    case model::PutExpectation::Upsert:
      break;
  }
  return Presence::Any;
}

}  // namespace

StepRequest StepRequest::of(const planning::PatternWritePlan& plan, EncodedItem attributes) {
  StepRequest step;
  step.plan = &plan;
  step.key = key_of(*plan.table, attributes.view());
  step.presence = presence_of(plan);
  step.attributes = std::move(attributes);
  return step;
}

std::string StepRequest::item_name() const {
  const std::string_view id = plan->entity->id_attribute();
  const auto value = id.empty() ? std::nullopt : attributes.view().find(id);
  if (value) return fmt::format("{} {}", plan->entity->name, text_of(*value));
  std::vector<std::string> parts;
  for (const MemberView& part : key.view().attributes()) parts.push_back(text_of(part.value));
  return fmt::format("{} {}", plan->entity->name, fmt::join(parts, " "));
}

Result<StepRequest> make_put(const enforcement::RuleContext& context,
                             const planning::PatternWritePlan& plan, Item item) {
  TRY(put_match(*plan.entity, item));
  TRY(check_item(item));
  auto whole = TRY(complete_keys(context, plan, EncodedItem(item)));
  auto step = StepRequest::of(plan, std::move(whole));
  step.write = {.kind = operations::TreeWrite::Kind::Put,
                .table_name = plan.table->name,
                .subject = step.attributes};
  return step;
}

Result<StepRequest> make_step(const enforcement::RuleContext& context, const StepInput& input) {
  auto given = TRY(gather_attributes(input));
  switch (input.plan.kind) {
    case PatternKind::Put:
      return make_put(context, input.plan, std::move(given.all));
    case PatternKind::Delete:
    case PatternKind::Erase:
      return make_deletion(input, given);
    default:
      return make_change(input, std::move(given));
  }
}

}  // namespace partita::serving
