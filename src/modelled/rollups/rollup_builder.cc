#include "modelled/rollups/rollup_builder.h"

#include <algorithm>
#include <utility>

#include "modelled/rollups/contribution_rows.h"
#include "store/keys/item_keys.h"

namespace partita::rollups {

// Counts the items of each stretch for the rollups of a front.
class RollupBuilder::Counting final : public jobs::WalkWork {
 public:
  Counting(const RollupBuilder& builder, const building::Front& front, model::Instant now)
      : program_(builder.program_), front_(front), now_(now) {}

  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    Status claimed = co_await program_.building().claim(transaction, front_, stretch);
    CO_TRY(claimed);
    Status counted = co_await count(transaction, stretch);
    CO_TRY(counted);
    co_return encode(
        building::Position{.is_complete = stretch.is_last, .last_key = stretch.last_key});
  }

 private:
  Task<Status> count(engine::Transaction& transaction, const jobs::Stretch& stretch) const;

  const RollupProgram& program_;
  const building::Front& front_;
  const model::Instant now_;
};

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
  const auto items = building::items_of(program_.table(), front_.position, stretch);
  const engine::Range range{.begin = items.begin, .end = items.end};
  Status read = co_await transaction.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  for (const ContributionTotals& total : totals) total.buffer(transaction);
  co_return Status{};
}

Task<Result<RollupBuilder::Build>> RollupBuilder::build_some(model::Instant now,
                                                             std::size_t items_max) {
  items_ = 0;
  auto front = co_await program_.building().find_front(engine_);
  CO_TRY(front);
  if (!*front) co_return Build::Done;
  walk_.limit_items(items_max);
  Counting counting(*this, **front, now);
  const auto items = keys::index_range(program_.table(), keys::IndexId::Base);
  auto stretch = co_await walk_.step(items, (*front)->position, counting);
  CO_TRY(stretch);
  items_ = stretch->items;
  if (stretch->is_last) {
    Status finished = co_await program_.building().finish(engine_, **front);
    CO_TRY(finished);
  }
  co_return Build::Continues;
}

}  // namespace partita::rollups
