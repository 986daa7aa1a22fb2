#include "modelled/serving/write_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dynamodb/operations/get_item.h"
#include "model/formula/suggestion.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/serving/argument_values.h"
#include "modelled/serving/claim_pattern.h"
#include "modelled/serving/erasure.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/restored_version.h"
#include "modelled/serving/step_requests.h"
#include "modelled/serving/write_commit.h"
#include "partita/value/measure.h"

namespace partita::serving {
namespace {

using model::PatternKind;
using Writes = std::vector<planning::PatternWritePlan>;

Status check_steps(const model::Pattern& pattern, const Item& body) {
  std::vector<std::string_view> steps;
  for (const model::WriteStep& step : pattern.steps) steps.emplace_back(step.name);
  for (const auto& [name, value] : body) {
    if (std::ranges::find(steps, name) == steps.end()) {
      return failure(FailureKind::BadBody,
                     fmt::format("`{}` is no step of {}; it has {}{}", name, pattern.name,
                                 model::listed(steps), model::did_you_mean(name, steps)));
    }
    if (value.type() != ValueType::M) {
      return failure(FailureKind::BadBody,
                     fmt::format("`{}` must be an object: the item of this step", name));
    }
  }
  return {};
}

// The body of each step.
Result<std::vector<Item>> bodies_of(const model::Pattern& pattern, const Item& body) {
  std::vector<Item> bodies;
  if (pattern.kind != PatternKind::Transaction) {
    bodies.push_back(body);
  } else {
    TRY(check_steps(pattern, body));
    for (const model::WriteStep& step : pattern.steps) {
      const Value* given = body.find(step.name);
      bodies.push_back(given == nullptr ? Item() : given->map());
    }
  }
  for (const Item& one : bodies) TRY(check_item(one));
  return bodies;
}

// What the caller has seen, by If-Match or by the pattern's `expect`.
Result<std::optional<std::string>> expected_revision(const model::Pattern& pattern,
                                                     const PatternWriteRequest& request) {
  auto expected = request.expected_revision;
  if (expected && pattern.kind == PatternKind::Transaction) {
    return failure(
        FailureKind::BadArgument,
        fmt::format("{} writes several items, which have no common revision", pattern.name));
  }
  const std::string& parameter = pattern.version_parameter;
  const bool has_parameter = pattern.kind == PatternKind::Put && !parameter.empty();
  const std::string* text = has_parameter ? request.arguments.find(parameter) : nullptr;
  if (text == nullptr) return expected;
  const auto number = Number::parse(*text);
  if (!number.ok()) {
    return failure(FailureKind::BadArgument,
                   fmt::format("{}: `{}` is not a version number", parameter, *text));
  }
  if (expected && *expected != number->to_string()) {
    return failure(FailureKind::BadArgument,
                   fmt::format("`{}` and the expected revision are different", parameter));
  }
  return std::optional(number->to_string());
}

// One run of a pattern.
class Run {
 public:
  Run(const PatternContext& context, const ServedModel& model, const planning::PatternPlan& plan,
      const PatternWriteRequest& request)
      : context_(context),
        model_(model.model()),
        pattern_(*plan.pattern),
        writes_(*plan.writes()),
        request_(request) {}

  Task<Result<WriteAnswer>> run();

 private:
  Status prepare();
  Task<Status> make_steps();
  Task<Result<StepRequest>> make(const StepInput& input);
  std::optional<Value> known_of(std::string_view step, std::string_view attribute) const;
  WriteAnswer answer(Committed committed) const;
  Task<Result<WriteAnswer>> answer_again(const AnswerNote& note);
  Task<Result<WriteAnswer>> erase_item();
  enforcement::RuleContext rule_context() const {
    return {context_.operations.catalog, context_.operations.clock, context_.random};
  }

  const PatternContext& context_;
  const model::Model& model_;
  const model::Pattern& pattern_;
  const Writes& writes_;
  const PatternWriteRequest& request_;
  std::vector<Item> bodies_;
  PatternCommit commit_;
};

Status Run::prepare() {
  const ParameterNames names{
      .taker = pattern_.name, .required = {}, .optional = pattern_.parameters()};
  TRY(check_arguments(request_.arguments, names));
  bodies_ = TRY(bodies_of(pattern_, request_.body));
  commit_.expected_revision = TRY(expected_revision(pattern_, request_));
  commit_.role = request_.role;
  if (!request_.idempotency_key.empty()) {
    commit_.token = idempotency_token(model_, pattern_, request_, bodies_);
  }
  return {};
}

std::optional<Value> Run::known_of(std::string_view step, std::string_view attribute) const {
  for (const StepRequest& one : commit_.steps) {
    if (one.plan->step != step) continue;
    const auto value = one.attributes.view().find(attribute);
    return value ? std::optional(value->to_value()) : std::nullopt;
  }
  return std::nullopt;
}

Task<Result<StepRequest>> Run::make(const StepInput& input) {
  if (input.plan.kind != PatternKind::Restore) co_return make_step(rule_context(), input);
  auto item = co_await restored_version(context_.operations, input);
  CO_TRY(item);
  co_return make_put(rule_context(), input.plan, std::move(*item));
}

Task<Status> Run::make_steps() {
  const auto earlier = [this](std::string_view step, std::string_view attribute) {
    return known_of(step, attribute);
  };
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    const bool is_step = pattern_.kind == PatternKind::Transaction;
    const StepInput input{.pattern = pattern_,
                          .plan = writes_[i],
                          .by = is_step ? pattern_.steps[i].by : pattern_.by,
                          .arguments = request_.arguments,
                          .body = bodies_[i],
                          .earlier = earlier};
    auto step = co_await make(input);
    if (!step.ok() && is_step) {
      co_return std::move(step).error().within(fmt::format("step {}", writes_[i].step));
    }
    CO_TRY(step);
    commit_.steps.push_back(std::move(*step));
  }
  co_return Status{};
}

WriteAnswer Run::answer(Committed committed) const {
  WriteAnswer answer;
  answer.is_created = committed.is_created;
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    answer.rows.push_back({.step = writes_[i].step,
                           .entity = writes_[i].entity,
                           .key = commit_.steps[i].key,
                           .item = std::move(committed.items[i])});
  }
  return answer;
}

Task<Result<WriteAnswer>> Run::answer_again(const AnswerNote& note) {
  if (note.keys.size() != writes_.size()) {
    co_return Error::corrupt("the note of an idempotency key is of another pattern");
  }
  WriteAnswer answer;
  answer.is_created = note.is_created;
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    api::GetItemRequest get;
    get.table_name = writes_[i].table->name;
    get.key = note.keys[i];
    get.consistent_read = true;
    auto stored = co_await operations::get_item(context_.operations, get);
    CO_TRY(stored);
    answer.rows.push_back({.step = writes_[i].step,
                           .entity = writes_[i].entity,
                           .key = note.keys[i],
                           .item = std::move(stored->item)});
  }
  co_return answer;
}

// Done again it does nothing, so it needs no note of its key.
Task<Result<WriteAnswer>> Run::erase_item() {
  if (request_.expected_revision) {
    co_return failure(FailureKind::BadArgument,
                      fmt::format("{} erases all revisions; leave If-Match out", pattern_.name));
  }
  const StepRequest& step = commit_.steps.front();
  Status erased = co_await erase(context_.operations, step);
  CO_TRY(erased);
  WriteAnswer answer;
  answer.rows.push_back(
      {.step = {}, .entity = writes_.front().entity, .key = step.key, .item = std::nullopt});
  co_return answer;
}

Task<Result<WriteAnswer>> Run::run() {
  Status prepared = prepare();
  CO_TRY(prepared);
  Status made = co_await make_steps();
  CO_TRY(made);
  if (pattern_.kind == PatternKind::Erase) co_return co_await erase_item();
  auto committed = co_await commit(context_.operations, commit_);
  CO_TRY(committed);
  if (committed->repeated) co_return co_await answer_again(*committed->repeated);
  co_return answer(std::move(*committed));
}

}  // namespace

Task<Result<WriteAnswer>> write(const PatternContext& context, const ServedModel& model,
                                const planning::PatternPlan& plan,
                                const PatternWriteRequest& request) {
  if (plan.pattern->kind == PatternKind::Claim) {
    auto claimed = co_await claim(context, model, plan, request);
    co_return claimed;
  }
  Run run(context, model, plan, request);
  co_return co_await run.run();
}

}  // namespace partita::serving
