#include "modelled/rollups/rollup_builder.h"

#include <algorithm>
#include <utility>

#include "modelled/rollups/contribution_rows.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"

namespace partita::rollups {
namespace {

constexpr std::uint8_t kLastShard = 0xFF;

}  // namespace

// Counts the items of each stretch for the rollups of a front.
class RollupBuilder::Counting final : public jobs::WalkWork {
 public:
  Counting(const RollupBuilder& builder, const Front& front, model::Instant now)
      : engine_(builder.engine_), program_(builder.program_), front_(front), now_(now) {}

  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    Status claimed = co_await claim(transaction, stretch);
    CO_TRY(claimed);
    Status counted = co_await count(transaction, stretch);
    CO_TRY(counted);
    co_return encode(BuildPosition{.is_complete = stretch.is_last, .last_key = stretch.last_key});
  }

 private:
  Task<Status> claim(engine::Transaction& transaction, const jobs::Stretch& stretch) const;
  Task<Status> count(engine::Transaction& transaction, const jobs::Stretch& stretch) const;

  const engine::Engine& engine_;
  const RollupProgram& program_;
  const Front& front_;
  const model::Instant now_;
};

// Reads what makes the transaction conflict with writers of the stretch. Before the items are read,
// so that a write of one of them from then on is noticed.
Task<Status> RollupBuilder::Counting::claim(engine::Transaction& transaction,
                                            const jobs::Stretch& stretch) const {
  const auto& from = front_.position.last_key;
  const std::uint8_t first = from.empty() ? 0 : shard_of_item(from);
  const std::uint8_t last = stretch.is_last ? kLastShard : shard_of_item(stretch.last_key);
  std::vector<Bytes> claimed_keys;
  for (const std::size_t plan : front_.plans) {
    for (int shard = first; shard <= last; ++shard) {
      claimed_keys.push_back(
          touch_key(program_.plans()[plan].ref(), static_cast<std::uint8_t>(shard)));
    }
  }
  const std::vector<ByteView> wanted(claimed_keys.begin(), claimed_keys.end());
  co_return co_await transaction.get(wanted, [](std::size_t, std::optional<ByteView>) {});
}

Task<Status> RollupBuilder::Counting::count(engine::Transaction& transaction,
                                            const jobs::Stretch& stretch) const {
  std::vector<ContributionTotals> totals;
  for (const std::size_t plan : front_.plans) totals.emplace_back(program_.plans()[plan], now_);
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    for (ContributionTotals& total : totals) {
      const auto contribution = program_.contribution(total.plan(), *item);
      if (contribution) total.add(*contribution, key);
    }
    return engine::Visit::Continue;
  };
  const auto& last_key = front_.position.last_key;
  auto rest = keys::index_range(program_.table(), keys::IndexId::Base);
  if (!last_key.empty()) rest = keys::rest_after(std::move(rest), last_key);
  if (!stretch.is_last) rest.end = keys::successor(stretch.last_key);
  const engine::Range range{.begin = rest.begin, .end = rest.end};
  Status read = co_await transaction.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  for (const ContributionTotals& total : totals) total.buffer(transaction);
  co_return Status{};
}

Task<Result<RollupBuilder::Build>> RollupBuilder::build_some(model::Instant now,
                                                             std::size_t items_max) {
  items_ = 0;
  auto front = co_await find_front();
  CO_TRY(front);
  if (!*front) co_return Build::Done;
  walk_.limit_items(items_max);
  Counting counting(*this, **front, now);
  const auto items = keys::index_range(program_.table(), keys::IndexId::Base);
  auto stretch = co_await walk_.step(items, (*front)->position, counting);
  CO_TRY(stretch);
  items_ = stretch->items;
  if (stretch->is_last) {
    Status finished = co_await finish(**front);
    CO_TRY(finished);
  }
  co_return Build::Continues;
}

// The first rollup that is not built, and all that are as far as it is.
Task<Result<std::optional<RollupBuilder::Front>>> RollupBuilder::find_front() const {
  std::vector<std::size_t> building;
  std::vector<Bytes> stored_keys;
  for (std::size_t i = 0; i < program_.plans().size(); ++i) {
    if (program_.is_built(i)) continue;
    building.push_back(i);
    stored_keys.push_back(progress_key(program_.plans()[i].ref()));
  }
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  std::optional<Front> front;
  Status decoded;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    auto position = value ? decode_build_position(*value) : Result<BuildPosition>(BuildPosition());
    auto stored = value ? std::optional<Bytes>(*value) : std::nullopt;
    if (!position.ok()) {
      decoded = std::move(position).error();
    } else if (position->is_complete) {
      program_.mark_built(building[index]);
    } else if (!front || front->position.stored == stored) {
      if (!front) front.emplace();
      front->plans.push_back(building[index]);
      front->position.keys.push_back(stored_keys[index]);
      front->position.stored = std::move(stored);
      front->position.last_key = std::move(position->last_key);
    }
  };
  Status read = co_await engine_.get(wanted, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return front;
}

// Nobody puts touch rows any more: who reads the position now counts every item.
Task<Status> RollupBuilder::finish(const Front& front) {
  for (const std::size_t plan : front.plans) {
    program_.mark_built(plan);
    const auto touches = touches_range(program_.plans()[plan].ref());
    Status erased = co_await engine_.erase_range(touches.begin, touches.end);
    CO_TRY(erased);
  }
  co_return Status{};
}

}  // namespace partita::rollups
