#include "dynamodb/operations/transaction_writer.h"

#include <utility>

#include "dynamodb/operations/write_admission.h"
#include "engine/retry.h"
#include "store/items/item_collection.h"
#include "store/items/shown_item.h"

namespace partita::operations {

using transactions::GroupImages;
using transactions::ItemGroup;
using transactions::TokenRecord;

TransactionWriter::TransactionWriter(Context& context, std::vector<TransactAction> actions,
                                     std::optional<TransactionToken> token, TransactionHooks& hooks)
    : context_(context), actions_(std::move(actions)), token_(std::move(token)), hooks_(hooks) {
  for (TransactAction& action : actions_) {
    group_.add(action.plan.table, std::move(action.plan.key));
  }
}

Result<std::optional<ItemView>> TransactionWriter::decide_about(
    std::size_t index, const std::optional<ItemView>& before) {
  WritePlan& plan = actions_[index].plan;
  plan.table = group_.table_of(index);
  TRY(hooks_.check(index, *plan.table, before));
  return decide(plan, before, writer_);
}

// ERRORS: why the action fails; those that fail everything.
Task<Status> TransactionWriter::apply_one(engine::Transaction& transaction, std::size_t index,
                                          std::optional<ItemView> before) {
  const items::ShownImage shown(*group_.table_of(index), before);
  const auto after = decide_about(index, shown.view());
  CO_TRY(after);
  ItemGroup::Change change{
      .index = index, .before = before, .after = *after, .origin = origin_of(actions_[index].plan)};
  change.origin.role = context_.role;
  change.origin.author = context_.author;
  hooks_.complete(change.origin);
  if (!actions_[index].writes()) {
    group_.note_unchanged(change);
    co_return Status{};
  }
  Status buffered = co_await group_.buffer(transaction, change);
  CO_TRY(buffered);
  hooks_.on_buffered(change, group_.effects().back());
  co_return Status{};
}

Status TransactionWriter::check_collections() {
  TRY(group_.measure_collections());
  for (const auto& effect : group_.effects()) {
    if (!effect.is_beyond_limit()) continue;
    TRY(hooks_.on_failure(effect.index, items::collection_too_large()));
  }
  return {};
}

// What rules ask about other items waits until all of them are there.
Task<Status> TransactionWriter::apply(engine::Transaction& transaction, const GroupImages& images) {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    auto before = images.item(i);
    CO_TRY(before);
    Status applied = co_await apply_one(transaction, i, *before);
    if (applied.ok()) continue;
    Status noted = hooks_.on_failure(i, std::move(applied).error());
    CO_TRY(noted);
  }
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    Status settled = co_await group_.settle_pending(transaction, i);
    if (settled.ok()) continue;
    Status noted = hooks_.on_failure(i, std::move(settled).error());
    CO_TRY(noted);
  }
  Status checked = check_collections();
  CO_TRY(checked);
  Status admitted = check_indexes();
  CO_TRY(admitted);
  co_return hooks_.finish();
}

// AWS: in a transaction the table is charged twice.
Status TransactionWriter::admit() {
  if (context_.throughput == nullptr) return {};
  admitted_.assign(actions_.size(), 0);
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const catalog::Table& table = *group_.table_of(i);
    throughput::ThroughputGate* const throughput = context_.throughput_of(table);
    if (throughput == nullptr) continue;
    const double least = 2 * least_units(actions_[i].plan.action);
    Status admitted = throughput->admit(
        throughput::Use::Write,
        {.table = table, .partition = throughput::partition_of(group_.key_of(i))}, least);
    if (admitted.ok()) {
      admitted_[i] = least;
    } else {
      TRY(hooks_.on_failure(i, std::move(admitted).error()));
    }
  }
  return hooks_.finish();
}

Status TransactionWriter::check_indexes() {
  if (context_.throughput == nullptr) return {};
  for (const auto& effect : group_.effects()) {
    const catalog::Table& table = *group_.table_of(effect.index);
    throughput::ThroughputGate* const throughput = context_.throughput_of(table);
    if (throughput == nullptr) continue;
    Status checked = throughput->check(table, effect.change);
    if (!checked.ok()) TRY(hooks_.on_failure(effect.index, std::move(checked).error()));
  }
  return {};
}

void TransactionWriter::charge() const {
  if (context_.throughput == nullptr) return;
  for (const auto& effect : group_.effects()) {
    const catalog::Table& table = *group_.table_of(effect.index);
    throughput::ThroughputGate* const throughput = context_.throughput_of(table);
    if (throughput == nullptr) continue;
    items::WriteUnits units = items::write_units(effect.change);
    units.table *= 2;
    const throughput::UsedPart part{
        .table = table, .partition = throughput::partition_of(group_.key_of(effect.index))};
    throughput->charge(part, units, admitted_[effect.index]);
  }
}

void TransactionWriter::remember(engine::Transaction& transaction) const {
  if (!token_) return;
  TokenRecord record{.fingerprint = token_->fingerprint,
                     .applied_at_ms = transactions::milliseconds_of(context_.clock.wall_now())};
  hooks_.describe(group_, record);
  transaction.put(token_->record_key, transactions::encode(record));
}

Task<Status> TransactionWriter::attempt(engine::Transaction& transaction) {
  hooks_.begin();
  const ByteView record_key = token_ ? ByteView(token_->record_key) : ByteView();
  auto images = co_await group_.read(transaction, context_.catalog, record_key);
  CO_TRY(images);
  if (token_) {
    auto repeated = transactions::find_repetition(images->also, token_->fingerprint,
                                                  context_.clock.trusted_now());
    CO_TRY(repeated);
    repeated_ = std::move(*repeated);
    if (repeated_) co_return Status{};
  }
  Status applied = co_await apply(transaction, *images);
  CO_TRY(applied);
  remember(transaction);
  co_return Status{};
}

Task<Result<std::optional<TokenRecord>>> TransactionWriter::run() {
  hooks_.begin();
  Status admitted = admit();
  CO_TRY(admitted);
  const auto body = [this](engine::Transaction& transaction) { return attempt(transaction); };
  Status status = co_await engine::run(context_.engine, body);
  CO_TRY(status);
  if (!repeated_) {
    group_.count(context_.catalog.statistics());
    charge();
    // AWS: in a transaction the table is charged twice; its indexes are not.
    group_.charge(context_.catalog.usage(), 2);
  }
  co_return std::move(repeated_);
}

}  // namespace partita::operations
