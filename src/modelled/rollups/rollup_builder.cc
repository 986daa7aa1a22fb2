#include "rollups/rollup_builder.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/retry.h"
#include "keys/item_keys.h"
#include "keys/key_builder.h"
#include "rollups/contribution_rows.h"

namespace partita::rollups {
namespace {

constexpr std::size_t kBytesMax = std::size_t{4} << 20;
constexpr std::uint8_t kLastShard = 0xFF;

// How long one size of a step is tried: then a smaller one.
constexpr engine::RetryPolicy kPatience{.give_up_after = std::chrono::milliseconds(100)};

keys::KeyRange items_behind(keys::TableId table, const BuildPosition& position) {
  auto items = keys::index_range(table, keys::IndexId::Base);
  if (position.last_key.empty()) return items;
  return keys::rest_after(std::move(items), position.last_key);
}

bool is_conflict(const Status& status) {
  return !status.ok() && status.error().kind() == ErrorKind::Conflict;
}

}  // namespace

Task<Result<RollupBuilder::Build>> RollupBuilder::build_some(model::Instant now,
                                                             std::size_t items_max) {
  auto front = co_await find_front();
  CO_TRY(front);
  if (!*front) co_return Build::Done;
  auto stretch = co_await look_ahead(**front, items_max);
  CO_TRY(stretch);
  Status passed = co_await pass(**front, *stretch, now);
  while (is_conflict(passed) && stretch->items > 1) {
    stretch = co_await look_ahead(**front, (stretch->items + 7) / 8);
    CO_TRY(stretch);
    passed = co_await pass(**front, *stretch, now);
  }
  CO_TRY(passed);
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
    if (!position.ok()) {
      decoded = std::move(position).error();
    } else if (position->is_complete) {
      program_.mark_built(building[index]);
    } else if (!front) {
      front = Front{.plans = {building[index]}, .position = std::move(*position)};
    } else if (front->position == *position) {
      front->plans.push_back(building[index]);
    }
  };
  Status read = co_await engine_.get(wanted, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return front;
}

Task<Result<RollupBuilder::Stretch>> RollupBuilder::look_ahead(const Front& front,
                                                               std::size_t items_max) const {
  Stretch stretch{.items = 0, .last_key = front.position.last_key, .is_last = true};
  std::size_t bytes = 0;
  const auto visit = [&](ByteView key, ByteView value) {
    if (stretch.items == items_max || bytes >= kBytesMax) {
      stretch.is_last = false;
      return engine::Visit::Stop;
    }
    ++stretch.items;
    bytes += value.size();
    stretch.last_key = key;
    return engine::Visit::Continue;
  };
  const auto rest = items_behind(program_.table(), front.position);
  const engine::Range range{.begin = rest.begin, .end = rest.end, .rows_hint = items_max + 1};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  co_return stretch;
}

Task<Status> RollupBuilder::pass(const Front& front, const Stretch& stretch, model::Instant now) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Status claimed = co_await claim(transaction, front, stretch);
    CO_TRY(claimed);
    Status counted = co_await count(transaction, front, stretch, now);
    CO_TRY(counted);
    const BuildPosition reached{.is_complete = stretch.is_last, .last_key = stretch.last_key};
    for (const std::size_t plan : front.plans) {
      transaction.put(progress_key(program_.plans()[plan].ref()), encode(reached));
    }
    co_return Status{};
  };
  co_return co_await engine::run(engine_, body, kPatience);
}

// Reads what makes the transaction conflict with writers of the stretch. Before the items are read:
// whoever writes one of them from now on is noticed.
Task<Status> RollupBuilder::claim(engine::Transaction& transaction, const Front& front,
                                  const Stretch& stretch) const {
  const auto& from = front.position.last_key;
  const std::uint8_t first = from.empty() ? 0 : shard_of_item(from);
  const std::uint8_t last = stretch.is_last ? kLastShard : shard_of_item(stretch.last_key);
  std::vector<Bytes> claimed_keys;
  for (const std::size_t plan : front.plans) {
    const RollupRef& ref = program_.plans()[plan].ref();
    claimed_keys.push_back(progress_key(ref));
    for (int shard = first; shard <= last; ++shard) {
      claimed_keys.push_back(touch_key(ref, static_cast<std::uint8_t>(shard)));
    }
  }
  const std::vector<ByteView> wanted(claimed_keys.begin(), claimed_keys.end());
  const std::size_t rows_each = claimed_keys.size() / front.plans.size();
  const Bytes expected = encode(front.position);
  bool is_moved = false;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    const bool is_same = value ? *value == expected : front.position == BuildPosition();
    is_moved = is_moved || (index % rows_each == 0 && !is_same);
  };
  Status read = co_await transaction.get(wanted, visit);
  CO_TRY(read);
  if (is_moved) co_return Error::unavailable("another builder is at work on this rollup");
  co_return Status{};
}

Task<Status> RollupBuilder::count(engine::Transaction& transaction, const Front& front,
                                  const Stretch& stretch, model::Instant now) const {
  std::vector<ContributionTotals> totals;
  for (const std::size_t plan : front.plans) totals.emplace_back(program_.plans()[plan], now);
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
  auto rest = items_behind(program_.table(), front.position);
  if (!stretch.is_last) rest.end = keys::successor(stretch.last_key);
  const engine::Range range{.begin = rest.begin, .end = rest.end};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  for (const ContributionTotals& total : totals) total.buffer(transaction);
  co_return Status{};
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
