#include "modelled/serving/claim_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "dynamodb/operations/get_item.h"
#include "model/rules/refusal.h"
#include "model/rules/work_lease.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/server_writes.h"
#include "modelled/serving/argument_values.h"
#include "modelled/serving/claim_queue.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/read_pattern.h"
#include "modelled/serving/step_keys.h"
#include "partita/api/exception.h"
#include "store/items/item_key.h"

namespace partita::serving {
namespace {

using Step = ClaimQueue::Step;
using Outcome = ClaimQueue::Outcome;

// More candidates than this are not tried for one worker: then there are not none, but something is
// wrong with them.
constexpr int kTriesMax = 100;

std::string new_token(Random& random) {
  return fmt::format("{:016x}{:016x}", random.next(), random.next());
}

// Why the item is not the worker's; nullopt: for a reason that has nothing to do with the item.
std::optional<Outcome> outcome_of(const Error& error) {
  if (const Failure* failure = failure_of(error)) {
    const bool has_changed =
        failure->kind == FailureKind::NotFound || failure->kind == FailureKind::OtherRevision;
    return has_changed ? std::optional(Outcome::Changed) : std::nullopt;
  }
  const auto* refusal = error.detail<api::ApiFailure>();
  if (refusal == nullptr || !refusal->model_error) return std::nullopt;
  const bool is_race = api::exception_of(error) == api::Exception::ConditionalCheckFailed;
  const bool has_changed = refusal->model_error->code == rules::kOtherRevision;
  if (is_race) return has_changed ? Outcome::Changed : Outcome::Lost;
  return Outcome::Refused;
}

// One call of a claim.
class Claiming {
 public:
  Claiming(const PatternContext& context, const ServedModel& model,
           const planning::PatternPlan& plan, const PatternWriteRequest& request)
      : context_(context),
        model_(model),
        plan_(plan),
        request_(request),
        entity_(*plan.pattern->entity) {}

  Task<Result<WriteAnswer>> run();

 private:
  Status prepare();
  Status read_body();
  Result<std::chrono::nanoseconds> wait() const;
  Task<Status> look(std::size_t items);
  Result<ClaimCandidate> candidate_of(const ReadRow& row) const;
  Task<Result<WriteAnswer>> take(const ClaimCandidate& candidate);
  Task<Status> recall(EncodedItem key);
  void note_lease(const ItemView& item);
  Result<WriteAnswer> nothing() const;
  MonotonicTime now() const { return context_.operations.clock.monotonic_now(); }

  const PatternContext& context_;
  const ServedModel& model_;
  const planning::PatternPlan& plan_;
  const PatternWriteRequest& request_;
  const model::Entity& entity_;
  const planning::PatternPlan* taking_ = nullptr;
  Arguments arguments_;  // Of the pattern.
  Item worker_;          // What the item tells of who has it.
  std::shared_ptr<ClaimQueue> queue_;
  std::optional<Error> refusal_;  // Of the last item that nobody can take.
};

Result<std::chrono::nanoseconds> Claiming::wait() const {
  const std::string* text = request_.arguments.find("wait");
  if (text == nullptr) return std::chrono::nanoseconds(0);
  const auto wait = model::parse_duration(*text);
  if (!wait || *wait < model::Duration(0) || *wait > kClaimWaitMax) {
    return bad_argument(
        fmt::format("wait: `{}` is no time up to {}s, such as 20s", *text, kClaimWaitMax.count()));
  }
  return std::chrono::nanoseconds(*wait);
}

Status Claiming::read_body() {
  const std::string& worker = entity_.lifecycle->work->worker;
  for (const auto& [name, value] : request_.body) {
    const bool is_text = value.type() == ValueType::S;
    if (!worker.empty() && name == worker && is_text) {
      worker_.set(name, value);
    } else {
      return failure(FailureKind::BadBody,
                     worker.empty() ? fmt::format("{} takes no body", plan_.pattern->name)
                                    : fmt::format("the body of {} may have one text, `{}`",
                                                  plan_.pattern->name, worker));
    }
  }
  return {};
}

Status Claiming::prepare() {
  ParameterNames names{
      .taker = plan_.pattern->name, .required = {}, .optional = plan_.pattern->parameters()};
  names.optional.emplace_back("wait");
  TRY(check_arguments(request_.arguments, names));
  if (request_.expected_revision || !request_.idempotency_key.empty()) {
    return bad_argument(
        fmt::format("{} takes the next item, whichever that is: leave If-Match and "
                    "Idempotency-Key out",
                    plan_.pattern->name));
  }
  for (const auto& [name, value] : request_.arguments.all()) {
    if (name != "wait") arguments_.set(name, value);
  }
  TRY(read_body());
  taking_ = model_.find(plan_.pattern->name + "_take");
  if (taking_ == nullptr) return Error::corrupt("a claim without the pattern that takes an item");
  queue_ = model_.claims().find(plan_.pattern->name, arguments_);
  return {};
}

Result<ClaimCandidate> Claiming::candidate_of(const ReadRow& row) const {
  ClaimCandidate candidate;
  const ItemView item = row.item.view();
  candidate.key = key_of(*entity_.table, item).bytes();
  for (const model::Binding& binding : taking_->pattern->by) {
    const auto value = item.find(binding.attribute);
    if (value && value->type() == ValueType::S) {
      candidate.arguments.set(binding.parameter, std::string(value->string()));
    } else if (value && value->type() == ValueType::N) {
      candidate.arguments.set(binding.parameter, value->number().to_string());
    } else {
      return Error::corrupt(
          fmt::format("an item of {} without {}", entity_.name, binding.attribute));
    }
  }
  const model::Index* index = plan_.read()->index;
  const bool is_whole = index == nullptr || plan_.read()->fetches_items ||
                        index->projection == model::ProjectionKind::All;
  if (is_whole) candidate.revision = revision_of(entity_, item);
  return candidate;
}

Task<Status> Claiming::look(std::size_t items) {
  PatternReadRequest request;
  request.arguments = arguments_;
  request.limit = static_cast<int>(items);
  auto found = co_await read(context_, model_, plan_, request);
  std::vector<ClaimCandidate> candidates;
  Status read_well = found.ok() ? Status() : Status(found.error());
  if (found.ok()) {
    for (const ReadRow& row : found->rows) {
      auto candidate = candidate_of(row);
      if (candidate.ok()) candidates.push_back(std::move(*candidate));
    }
  }
  // Other servers look at the same items: they should not try them in the same order.
  if (context_.operations.catalog.is_shared()) {
    for (std::size_t i = candidates.size(); i > 1; --i) {
      std::swap(candidates[i - 1], candidates[context_.random.below(i)]);
    }
  }
  queue_->found(std::move(candidates), now());
  co_return read_well;
}

Task<Result<WriteAnswer>> Claiming::take(const ClaimCandidate& candidate) {
  PatternWriteRequest taking;
  taking.arguments = candidate.arguments;
  taking.body = worker_;
  taking.body.set(entity_.lifecycle->work->token, Value(new_token(context_.random)));
  taking.expected_revision = candidate.revision;
  taking.role = request_.role;
  auto taken = co_await write(context_, model_, *taking_, taking);
  const auto outcome = taken.ok() ? std::optional(Outcome::Taken) : outcome_of(taken.error());
  queue_->done(candidate.key, outcome.value_or(Outcome::Lost), now());
  if (outcome == Outcome::Refused) refusal_ = taken.error();
  if (taken.ok()) note_lease(taken->rows.front().item->view());
  if (!taken.ok() && outcome) co_return WriteAnswer{};
  co_return taken;
}

void Claiming::note_lease(const ItemView& item) {
  const auto end = rules::lease_end(entity_, item);
  if (!end) return;
  const WallTime until(end->time_since_epoch());
  const bool is_ahead = until > context_.operations.clock.wall_now();
  if (is_ahead) queue_->lent(key_of(*entity_.table, item), until);
}

// What the walk over the table would do later. A lease that was renewed is looked at again.
Task<Status> Claiming::recall(EncodedItem key) {
  operations::Context& context = context_.operations;
  const auto table = context.catalog.find(entity_.table->name);
  const auto* rules = table == nullptr ? nullptr : enforcement::model_rules_of(*table);
  const bool makes_steps = rules != nullptr && context.clock.trusted_now() &&
                           rules->rules().level() == model::Enforcement::Enforce;
  if (!makes_steps) co_return Status{};
  auto item_key = items::key_of_argument(*table, key.view());
  CO_TRY(item_key);
  auto made = co_await registry::make_due_step(context, table, *item_key, entity_);
  if (!made.ok() && registry::is_refused_by_model(made.error())) co_return Status{};
  CO_TRY(made);
  if (*made) {
    queue_->recalled();
    co_return Status{};
  }
  api::GetItemRequest get;
  get.table_name = entity_.table->name;
  get.key = std::move(key);
  get.consistent_read = true;
  auto stored = co_await operations::get_item(context, get);
  CO_TRY(stored);
  if (stored->item && stored->item->view().find(entity_.lifecycle->work->token)) {
    note_lease(stored->item->view());
  }
  co_return Status{};
}

// Items that nobody can take are no empty queue.
Result<WriteAnswer> Claiming::nothing() const {
  if (refusal_) return *refusal_;
  return WriteAnswer{};
}

Task<Result<WriteAnswer>> Claiming::run() {
  Status prepared = prepare();
  CO_TRY(prepared);
  const auto waits = wait();
  CO_TRY(waits);
  const MonotonicTime until = now() + *waits;
  const std::uint64_t seen = queue_->looks();
  int tries = 0;
  while (true) {
    auto step = queue_->next(seen, context_.operations.clock);
    if (step.kind == Step::Kind::Take) {
      auto taken = co_await take(step.candidate);
      if (!taken.ok() || !taken->rows.empty()) co_return taken;
      if (++tries == kTriesMax) co_return nothing();
    } else if (step.kind == Step::Kind::Look) {
      Status looked = co_await look(step.items);
      CO_TRY(looked);
    } else if (step.kind == Step::Kind::Recall) {
      Status recalled = co_await recall(std::move(step.key));
      CO_TRY(recalled);
    } else if (step.kind == Step::Kind::Join) {
      co_await queue_->changed();
    } else {
      if (now() >= until || model_.claims().is_closed()) co_return nothing();
      co_await pause(std::max(std::min(step.again, until) - now(), MonotonicTime::duration(0)));
    }
  }
}

}  // namespace

Task<Result<WriteAnswer>> claim(const PatternContext& context, const ServedModel& model,
                                const planning::PatternPlan& plan,
                                const PatternWriteRequest& request) {
  Claiming claiming(context, model, plan, request);
  auto answer = co_await claiming.run();
  co_return answer;
}

}  // namespace partita::serving
