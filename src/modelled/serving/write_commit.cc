#include "modelled/serving/write_commit.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "dynamodb/operations/transact_plan.h"
#include "dynamodb/operations/transaction_writer.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/item_expiry.h"
#include "modelled/serving/revision.h"
#include "partita/api/exception.h"
#include "store/transactions/item_group.h"
#include "store/transactions/request_token.h"

namespace partita::serving {
namespace {

using Image = std::optional<ItemView>;
using transactions::ItemGroup;

Error within_step(const StepRequest& step, Error error) {
  if (step.plan->step.empty()) return error;
  return std::move(error).within(fmt::format("step {}", step.plan->step));
}

// What DynamoDB finds wrong without looking at items. There is one error for the whole request,
// whose reasons stand for the steps.
Error planning_error(const PatternCommit& request, Error error) {
  const auto* detail = error.detail<api::ApiFailure>();
  if (detail == nullptr) return error;
  for (std::size_t i = 0; i < detail->cancellations.size(); ++i) {
    const auto& reason = detail->cancellations[i];
    if (reason.code != "None") return within_step(request.steps[i], api::invalid(reason.message));
  }
  return error;
}

bool has_all(const ItemView& item, const Item& attributes) {
  for (const auto& [name, value] : attributes) {
    const auto stored = item.find(name);
    if (!stored || stored->to_value() != value) return false;
  }
  return true;
}

// Whether the item surely is of another entity.
bool is_foreign(const StepRequest& step, const catalog::Table& table, const ItemView& item) {
  const auto* rules = enforcement::model_rules_of(table);
  const model::Entity* entity = rules == nullptr ? nullptr : rules->rules().entity_of(item);
  return entity != nullptr && entity->name != step.plan->entity->name;
}

Error not_found(const StepRequest& step) {
  return failure(FailureKind::NotFound, fmt::format("there is no {}", step.item_name()));
}

Error already_there(const StepRequest& step) {
  return failure(FailureKind::AlreadyExists,
                 fmt::format("there is a {} already", step.item_name()));
}

// What a pattern adds to a transaction of DynamoDB: the stored item is compared with what the
// caller has seen, the first step that fails ends it, and what is stored is kept for the answer.
class StepHooks final : public operations::TransactionHooks {
 public:
  StepHooks(const operations::Context& context, const PatternCommit& request)
      : context_(context), request_(request) {
    if (!request.expected_revision) return;
    const model::Entity& entity = *request.steps.front().plan->entity;
    const auto number = expected_number(entity, *request.expected_revision);
    if (number) expected_ = std::make_unique<const Number>(*number);
  }

  void begin() override { outcome_ = {}; }
  Status check(std::size_t action, const catalog::Table& table, const Image& before) override;
  void complete(items::WriteOrigin& origin) override {
    origin.role = request_.role;
    origin.expected = expected_.get();
  }
  void on_buffered(const ItemGroup::Change& change, const ItemGroup::Effect& effect) override;
  Status on_failure(std::size_t action, Error error) override {
    return within_step(request_.steps[action], std::move(error));
  }
  void describe(const ItemGroup& group, transactions::TokenRecord& record) override;

  Committed take() { return std::move(outcome_); }

 private:
  Status check_presence(std::size_t action, const catalog::Table& table, const Image& before) const;

  const operations::Context& context_;
  const PatternCommit& request_;
  // Not a part of this object, which lives in a coroutine: see items::WriteOrigin.
  std::unique_ptr<const Number> expected_;
  Committed outcome_;
};

// An item that has expired is not there for those who change it. One that takes its place still
// replaces it, as far as rules are concerned.
Status StepHooks::check_presence(std::size_t action, const catalog::Table& table,
                                 const Image& before) const {
  const StepRequest& step = request_.steps[action];
  const model::Entity& entity = *step.plan->entity;
  const bool is_required = step.presence == Presence::Required;
  if (!before) return is_required ? not_found(step) : Status();
  if (is_foreign(step, table, *before)) {
    return is_required ? not_found(step) : already_there(step);
  }
  const auto now = std::chrono::time_point_cast<model::Duration>(context_.clock.wall_now());
  const bool is_meant = has_all(*before, step.matched) && !is_expired(entity, *before, now);
  if (is_required) return is_meant ? Status() : not_found(step);
  return step.presence == Presence::Forbidden ? already_there(step) : Status();
}

Status StepHooks::check(std::size_t action, const catalog::Table& table, const Image& before) {
  const StepRequest& step = request_.steps[action];
  TRY(check_presence(action, table, before));
  if (!request_.expected_revision) return {};
  return check_revision(*step.plan->entity, before, *request_.expected_revision, step.item_name());
}

void StepHooks::on_buffered(const ItemGroup::Change& change, const ItemGroup::Effect& effect) {
  if (effect.completed) {
    outcome_.items.push_back(effect.completed);
  } else {
    outcome_.items.push_back(change.after ? std::optional(EncodedItem(*change.after))
                                          : std::nullopt);
  }
  outcome_.is_created |= !change.before && change.after;
}

void StepHooks::describe(const ItemGroup& /*group*/, transactions::TokenRecord& record) {
  AnswerNote note{.is_created = outcome_.is_created, .keys = {}};
  for (const StepRequest& step : request_.steps) note.keys.push_back(step.key);
  record.note = encode(note);
}

}  // namespace

Task<Result<Committed>> commit(operations::Context& context, PatternCommit& request) {
  std::vector<operations::TreeWrite> writes;
  for (StepRequest& step : request.steps) writes.push_back(std::move(step.write));
  auto actions = operations::plan_transaction(context, writes);
  if (!actions.ok()) co_return planning_error(request, std::move(actions).error());
  StepHooks hooks(context, request);
  operations::TransactionWriter writer(context, std::move(*actions), request.token, hooks);
  const auto repeated = co_await writer.run();
  CO_TRY(repeated);
  Committed outcome = hooks.take();
  if (*repeated) {
    auto note = decode_answer_note((*repeated)->note);
    CO_TRY(note);
    outcome.repeated = std::move(*note);
  }
  co_return outcome;
}

}  // namespace partita::serving
