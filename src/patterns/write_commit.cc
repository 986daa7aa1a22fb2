#include "patterns/write_commit.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "enforcement/model_rules.h"
#include "engine/retry.h"
#include "operations/transact_plan.h"
#include "partita/api/exception.h"
#include "patterns/failure.h"
#include "patterns/item_expiry.h"
#include "patterns/revision.h"
#include "transactions/item_group.h"
#include "transactions/request_token.h"

namespace partita::patterns {
namespace {

using Image = std::optional<ItemView>;
using Actions = std::vector<operations::TransactAction>;

Error within_step(const StepRequest& step, Error error) {
  if (step.plan->step.empty()) return error;
  return std::move(error).within(fmt::format("step {}", step.plan->step));
}

// What DynamoDB finds wrong without looking at items. There is one error for the whole request,
// whose reasons stand for the steps.
Error planning_error(const CommitRequest& request, Error error) {
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

class Commit {
 public:
  Commit(operations::Context& context, const CommitRequest& request, Actions actions)
      : context_(context), request_(request), actions_(std::move(actions)) {
    for (operations::TransactAction& action : actions_) {
      group_.add(action.plan.table, std::move(action.plan.key));
    }
    if (!request.expected_revision) return;
    const model::Entity& entity = *request.steps.front().plan->entity;
    const auto number = expected_number(entity, *request.expected_revision);
    if (number) expected_ = std::make_unique<const Number>(*number);
  }

  Task<Result<Committed>> run();

 private:
  Task<Status> attempt(engine::Transaction& transaction);
  Task<Status> apply_all(engine::Transaction& transaction, const transactions::GroupImages& images);
  Task<Status> apply(engine::Transaction& transaction, std::size_t index, Image before);
  Status check(std::size_t index, const Image& before) const;
  Status check_presence(std::size_t index, const Image& before) const;
  Result<Image> decide(std::size_t index, const Image& before);
  items::WriteOrigin origin_of(std::size_t index) const;
  void keep_image(const Image& decided);
  Status find_repetition(const std::optional<Bytes>& record);
  void remember(engine::Transaction& transaction) const;

  operations::Context& context_;
  const CommitRequest& request_;
  Actions actions_;
  transactions::ItemGroup group_;
  ItemWriter writer_;
  // Not a part of this object, which lives in a coroutine: see items::WriteOrigin.
  std::unique_ptr<const Number> expected_;
  Committed outcome_;
};

// An item that has expired is not there for those who change it. One that takes its place still
// replaces it, as far as rules are concerned.
Status Commit::check_presence(std::size_t index, const Image& before) const {
  const StepRequest& step = request_.steps[index];
  const model::Entity& entity = *step.plan->entity;
  const bool is_required = step.presence == Presence::Required;
  if (!before) return is_required ? not_found(step) : Status();
  if (is_foreign(step, *group_.table_of(index), *before)) {
    return is_required ? not_found(step) : already_there(step);
  }
  const auto now = std::chrono::time_point_cast<model::Duration>(context_.clock.wall_now());
  const bool is_meant = has_all(*before, step.matched) && !is_expired(entity, *before, now);
  if (is_required) return is_meant ? Status() : not_found(step);
  return step.presence == Presence::Forbidden ? already_there(step) : Status();
}

Status Commit::check(std::size_t index, const Image& before) const {
  const StepRequest& step = request_.steps[index];
  TRY(check_presence(index, before));
  if (!request_.expected_revision) return {};
  return check_revision(*step.plan->entity, before, *request_.expected_revision, step.item_name());
}

Result<Image> Commit::decide(std::size_t index, const Image& before) {
  operations::WritePlan& plan = actions_[index].plan;
  plan.table = group_.table_of(index);
  return operations::decide(plan, before, writer_);
}

items::WriteOrigin Commit::origin_of(std::size_t index) const {
  items::WriteOrigin origin = operations::origin_of(actions_[index].plan);
  origin.role = request_.role;
  origin.expected = expected_.get();
  return origin;
}

void Commit::keep_image(const Image& decided) {
  const auto& completed = group_.effects().back().completed;
  if (completed) {
    outcome_.items.push_back(completed);
  } else {
    outcome_.items.push_back(decided ? std::optional(EncodedItem(*decided)) : std::nullopt);
  }
}

Task<Status> Commit::apply(engine::Transaction& transaction, std::size_t index, Image before) {
  Status checked = check(index, before);
  CO_TRY(checked);
  const auto after = decide(index, before);
  CO_TRY(after);
  const transactions::ItemGroup::Change change{
      .index = index, .before = before, .after = *after, .origin = origin_of(index)};
  Status buffered = co_await group_.buffer(transaction, change);
  CO_TRY(buffered);
  keep_image(*after);
  outcome_.is_created |= !before && *after;
  co_return Status{};
}

Task<Status> Commit::apply_all(engine::Transaction& transaction,
                               const transactions::GroupImages& images) {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    auto before = images.item(i);
    CO_TRY(before);
    Status applied = co_await apply(transaction, i, *before);
    if (!applied.ok()) co_return within_step(request_.steps[i], std::move(applied).error());
  }
  // What rules ask about other items waits until all of them are there.
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    Status checked = co_await group_.settle_pending(transaction, i);
    if (!checked.ok()) co_return within_step(request_.steps[i], std::move(checked).error());
  }
  co_return co_await group_.check_collections(context_.engine);
}

Status Commit::find_repetition(const std::optional<Bytes>& record) {
  if (!request_.token) return {};
  auto found = TRY(transactions::find_repetition(record, request_.token->fingerprint,
                                                 context_.clock.trusted_now()));
  if (found) outcome_.repeated = TRY(decode_answer_note(found->note));
  return {};
}

void Commit::remember(engine::Transaction& transaction) const {
  if (!request_.token) return;
  AnswerNote note{.is_created = outcome_.is_created, .keys = {}};
  for (const StepRequest& step : request_.steps) note.keys.push_back(step.key);
  const transactions::TokenRecord record{
      .fingerprint = request_.token->fingerprint,
      .applied_at_ms = transactions::milliseconds_of(context_.clock.wall_now()),
      .note = encode(note)};
  transaction.put(request_.token->record_key, transactions::encode(record));
}

Task<Status> Commit::attempt(engine::Transaction& transaction) {
  outcome_ = {};
  const ByteView record_key = request_.token ? ByteView(request_.token->record_key) : ByteView();
  auto images = co_await group_.read(transaction, context_.catalog, record_key);
  CO_TRY(images);
  Status searched = find_repetition(images->also);
  CO_TRY(searched);
  if (outcome_.repeated) co_return Status{};
  Status applied = co_await apply_all(transaction, *images);
  CO_TRY(applied);
  remember(transaction);
  co_return Status{};
}

Task<Result<Committed>> Commit::run() {
  const auto body = [this](engine::Transaction& transaction) { return attempt(transaction); };
  Status status = co_await engine::run(context_.engine, body);
  CO_TRY(status);
  if (!outcome_.repeated) group_.count(context_.catalog.statistics());
  co_return std::move(outcome_);
}

}  // namespace

Task<Result<Committed>> commit(operations::Context& context, CommitRequest& request) {
  api::TransactWriteItemsRequest transaction;
  for (StepRequest& step : request.steps) {
    transaction.transact_items.push_back(std::move(step.action));
  }
  auto actions = operations::plan_transaction(context, transaction);
  if (!actions.ok()) co_return planning_error(request, std::move(actions).error());
  Commit commit(context, request, std::move(*actions));
  co_return co_await commit.run();
}

}  // namespace partita::patterns
