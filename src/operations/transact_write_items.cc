#include "operations/transact_write_items.h"

#include <algorithm>

#include "engine/retry.h"
#include "items/capacity.h"
#include "keys/key_space.h"
#include "operations/answer_by_table.h"
#include "operations/cancellations.h"
#include "operations/request_fingerprint.h"
#include "operations/transact_plan.h"
#include "transactions/item_group.h"
#include "transactions/request_token.h"

namespace partita::operations {
namespace {

using api::TransactWriteItemsRequest;
using api::TransactWriteItemsResponse;
using transactions::GroupImages;
using transactions::TokenRecord;

// AWS: in a transaction the table is charged twice; its indexes are not.
items::WriteUnits units_in_transaction(const items::ChangeEffect& effect) {
  items::WriteUnits units = items::write_units(effect);
  units.table *= 2;
  return units;
}

// What it costs to repeat the action, which then only reads what it had read and written.
std::uint32_t units_of_repetition(const items::ChangeEffect& effect) {
  const std::size_t bytes = std::max(effect.item.before.value_or(0), effect.item.after.value_or(0));
  return static_cast<std::uint32_t>(
      items::read_units(bytes, items::ReadConsistency::Transactional));
}

class TransactWrite {
 public:
  TransactWrite(Context& context, const TransactWriteItemsRequest& request,
                std::vector<TransactAction> actions)
      : context_(context), request_(request), actions_(std::move(actions)) {
    for (TransactAction& action : actions_) {
      group_.add(action.plan.table, std::move(action.plan.key));
    }
    if (!request.client_request_token) return;
    token_key_ = keys::request_token_key(*request.client_request_token);
    fingerprint_ = fingerprint(request.transact_items);
  }

  Task<Result<TransactWriteItemsResponse>> run();

 private:
  Task<Status> attempt(engine::Transaction& transaction);
  Task<Status> apply(engine::Transaction& transaction, const GroupImages& images);
  Task<Status> apply_one(engine::Transaction& transaction, const GroupImages& images,
                         std::size_t index);
  Result<std::optional<ItemView>> decide_about(std::size_t index,
                                               const std::optional<ItemView>& before);
  TokenRecord token_record() const;
  TransactWriteItemsResponse answer_of_write() const;
  TransactWriteItemsResponse answer_of_repetition() const;

  Context& context_;
  const TransactWriteItemsRequest& request_;
  std::vector<TransactAction> actions_;
  transactions::ItemGroup group_;
  Bytes token_key_;  // Empty without a token.
  keys::KeyHash fingerprint_;
  ItemWriter writer_;
  std::optional<TokenRecord> repeated_;
};

Result<std::optional<ItemView>> TransactWrite::decide_about(std::size_t index,
                                                            const std::optional<ItemView>& before) {
  WritePlan& plan = actions_[index].plan;
  plan.table = group_.table_of(index);
  return decide(plan, before, writer_);
}

// ERRORS: what a client is told about the action; Corrupt.
Task<Status> TransactWrite::apply_one(engine::Transaction& transaction, const GroupImages& images,
                                      std::size_t index) {
  const auto before = images.item(index);
  CO_TRY(before);
  const auto after = decide_about(index, *before);
  CO_TRY(after);
  transactions::ItemGroup::Change change{.index = index,
                                         .before = *before,
                                         .after = *after,
                                         .origin = origin_of(actions_[index].plan)};
  change.origin.role = context_.role;
  if (!actions_[index].writes()) {
    group_.note_unchanged(change);
    co_return Status{};
  }
  co_return co_await group_.buffer(transaction, change);
}

// All actions are decided even if one has failed: a client is told about each of them. What rules
// ask about other items waits until all of them are there.
Task<Status> TransactWrite::apply(engine::Transaction& transaction, const GroupImages& images) {
  Cancellations cancellations(actions_.size());
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    Status applied = co_await apply_one(transaction, images, i);
    if (applied.ok()) continue;
    Status added = cancellations.add(i, std::move(applied).error());
    CO_TRY(added);
  }
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    Status checked = co_await group_.settle_pending(transaction, i);
    if (checked.ok()) continue;
    Status added = cancellations.add(i, std::move(checked).error());
    CO_TRY(added);
  }
  Status measured = co_await group_.measure_collections(context_.engine);
  CO_TRY(measured);
  for (const auto& effect : group_.effects()) {
    if (!effect.is_beyond_limit()) continue;
    Status added = cancellations.add(effect.index, items::collection_too_large());
    CO_TRY(added);
  }
  co_return std::move(cancellations).check();
}

Task<Status> TransactWrite::attempt(engine::Transaction& transaction) {
  auto images = co_await group_.read(transaction, context_.catalog, token_key_);
  CO_TRY(images);
  auto repeated =
      transactions::find_repetition(images->also, fingerprint_, context_.clock.trusted_now());
  CO_TRY(repeated);
  repeated_ = std::move(*repeated);
  if (repeated_) co_return Status{};
  Status applied = co_await apply(transaction, *images);
  CO_TRY(applied);
  if (!token_key_.empty()) {
    transaction.put(token_key_, transactions::encode(token_record()));
  }
  co_return Status{};
}

TokenRecord TransactWrite::token_record() const {
  TokenRecord record{.fingerprint = fingerprint_,
                     .applied_at_ms = transactions::milliseconds_of(context_.clock.wall_now()),
                     .tables = {}};
  for (const auto& effect : group_.effects()) {
    const std::string& name = group_.table_of(effect.index)->name;
    auto entry = std::find_if(record.tables.begin(), record.tables.end(),
                              [&](const auto& known) { return known.table_name == name; });
    if (entry == record.tables.end()) {
      record.tables.push_back({.table_name = name});
      entry = std::prev(record.tables.end());
    }
    entry->read_units += units_of_repetition(effect.change);
  }
  return record;
}

TransactWriteItemsResponse TransactWrite::answer_of_write() const {
  CapacityByTable capacity(request_.return_consumed_capacity, CapacitySplit::Writes);
  CollectionsByTable collections(request_.return_item_collection_metrics);
  for (const auto& effect : group_.effects()) {
    const catalog::Table& table = *group_.table_of(effect.index);
    const TransactAction& action = actions_[effect.index];
    if (capacity.is_wanted()) capacity.add_write(table, units_in_transaction(effect.change));
    if (action.writes()) collections.add(table, action.subject, effect.collection);
  }
  return {.consumed_capacity = capacity.answer(),
          .item_collection_metrics = std::move(collections).answer()};
}

TransactWriteItemsResponse TransactWrite::answer_of_repetition() const {
  CapacityByTable capacity(request_.return_consumed_capacity, CapacitySplit::Reads);
  for (const auto& [name, units] : repeated_->tables) {
    // Equal requests have equal tables.
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (group_.table_of(i)->name != name) continue;
      capacity.add_read(*group_.table_of(i), units);
      break;
    }
  }
  return {.consumed_capacity = capacity.answer(), .item_collection_metrics = {}};
}

Task<Result<TransactWriteItemsResponse>> TransactWrite::run() {
  const auto body = [this](engine::Transaction& transaction) { return attempt(transaction); };
  Status status = co_await engine::run(context_.engine, body);
  if (!status.ok() && status.error().kind() == ErrorKind::Conflict) {
    co_return cancelled_by_conflict(actions_.size());
  }
  CO_TRY(status);
  if (repeated_) co_return answer_of_repetition();
  group_.count(context_.catalog.statistics());
  co_return answer_of_write();
}

}  // namespace

Task<Result<TransactWriteItemsResponse>> transact_write_items(
    Context& context, const TransactWriteItemsRequest& request) {
  auto actions = plan_transaction(context, request);
  CO_TRY(actions);
  TransactWrite write(context, request, std::move(*actions));
  co_return co_await write.run();
}

}  // namespace partita::operations
