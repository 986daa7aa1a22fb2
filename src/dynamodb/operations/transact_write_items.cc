#include "dynamodb/operations/transact_write_items.h"

#include <algorithm>
#include <iterator>

#include "dynamodb/operations/answer_by_table.h"
#include "dynamodb/operations/cancellations.h"
#include "dynamodb/operations/request_fingerprint.h"
#include "dynamodb/operations/transact_plan.h"
#include "dynamodb/operations/transaction_writer.h"
#include "store/items/capacity.h"
#include "store/keys/key_space.h"
#include "store/transactions/item_group.h"
#include "store/transactions/request_token.h"

namespace partita::operations {
namespace {

using api::TransactWriteItemsRequest;
using api::TransactWriteItemsResponse;
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

std::optional<TransactionToken> token_of(const TransactWriteItemsRequest& request) {
  if (!request.client_request_token) return std::nullopt;
  return TransactionToken{.record_key = keys::request_token_key(*request.client_request_token),
                          .fingerprint = fingerprint(request.transact_items)};
}

// All actions are decided even if one has failed: a client is told about each of them.
class TellEachAction final : public TransactionHooks {
 public:
  explicit TellEachAction(std::size_t actions) : actions_(actions), cancellations_(actions) {}

  void begin() override { cancellations_ = Cancellations(actions_); }
  Status on_failure(std::size_t action, Error error) override {
    return cancellations_.add(action, std::move(error));
  }
  Status finish() override { return std::move(cancellations_).check(); }

  void describe(const transactions::ItemGroup& group, TokenRecord& record) override {
    for (const auto& effect : group.effects()) {
      const std::string& name = group.table_of(effect.index)->name;
      auto entry = std::find_if(record.tables.begin(), record.tables.end(),
                                [&](const auto& known) { return known.table_name == name; });
      if (entry == record.tables.end()) {
        record.tables.push_back({.table_name = name});
        entry = std::prev(record.tables.end());
      }
      entry->read_units += units_of_repetition(effect.change);
    }
  }

 private:
  const std::size_t actions_;
  Cancellations cancellations_;
};

TransactWriteItemsResponse answer_of_write(const TransactWriteItemsRequest& request,
                                           const TransactionWriter& writer) {
  CapacityByTable capacity(request.return_consumed_capacity, CapacitySplit::Writes);
  CollectionsByTable collections(request.return_item_collection_metrics);
  for (const auto& effect : writer.group().effects()) {
    const catalog::Table& table = *writer.group().table_of(effect.index);
    const TransactAction& action = writer.action(effect.index);
    if (capacity.is_wanted()) capacity.add_write(table, units_in_transaction(effect.change));
    if (action.writes()) collections.add(table, action.subject, effect.collection);
  }
  return {.consumed_capacity = capacity.answer(),
          .item_collection_metrics = std::move(collections).answer()};
}

TransactWriteItemsResponse answer_of_repetition(const TransactWriteItemsRequest& request,
                                                const transactions::ItemGroup& group,
                                                const TokenRecord& record, catalog::Usage& usage) {
  CapacityByTable capacity(request.return_consumed_capacity, CapacitySplit::Reads);
  for (const auto& [name, units] : record.tables) {
    // Equal requests have equal tables.
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (group.table_of(i)->name != name) continue;
      capacity.add_read(*group.table_of(i), units);
      usage.read(group.table_of(i)->id, units);
      break;
    }
  }
  return {.consumed_capacity = capacity.answer(), .item_collection_metrics = {}};
}

}  // namespace

Task<Result<TransactWriteItemsResponse>> transact_write_items(
    Context& context, const TransactWriteItemsRequest& request) {
  auto actions = plan_transaction(context, request);
  CO_TRY(actions);
  const std::size_t count = actions->size();
  TellEachAction hooks(count);
  TransactionWriter writer(context, std::move(*actions), token_of(request), hooks);
  auto written = co_await writer.run();
  if (!written.ok() && written.error().kind() == ErrorKind::Conflict) {
    co_return cancelled_by_conflict(count);
  }
  CO_TRY(written);
  if (*written) {
    co_return answer_of_repetition(request, writer.group(), **written, context.catalog.usage());
  }
  co_return answer_of_write(request, writer);
}

}  // namespace partita::operations
