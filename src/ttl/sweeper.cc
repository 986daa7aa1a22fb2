#include "ttl/sweeper.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::ttl {

Sweeper::Sweeper(engine::Engine& engine, const catalog::Catalog& catalog,
                 calendar::Calendar& calendar, SweeperOptions options)
    : options_(std::move(options)),
      calendar_(calendar),
      expired_(engine, catalog, calendar),
      builder_(engine, catalog, calendar),
      tokens_(engine, calendar, options_.tokens_per_sweep_max),
      trimmer_(engine, calendar, options_.streams) {}

Sweeper::~Sweeper() {
  is_stopping_ = true;
  thread_.reset();
}

void Sweeper::start() {
  thread_ = std::make_unique<Periodic>(options_.interval, [this] {
    // A problem has been reported; the next sweep tries again.
    (void)sweep_once();
  });
}

Result<SweepCounts> Sweeper::sweep_once() {
  const std::lock_guard lock(mutex_);
  auto counts = sync_wait(sweep());
  report_problem(counts.ok() ? Status() : Status(counts.error()));
  return counts;
}

void Sweeper::report(std::string_view line) const {
  if (options_.report) options_.report(line);
}

void Sweeper::report_problem(const Status& status) {
  std::string problem = status.ok() ? "" : status.error().to_string();
  if (!problem.empty() && problem != problem_) {
    report(fmt::format("expiry has failed and will be tried again: {}", problem));
  }
  problem_ = std::move(problem);
}

Task<Status> Sweeper::delete_expired(SweepCounts& counts) {
  std::size_t left = options_.items_per_sweep_max;
  bool is_more_due = true;
  while (is_more_due && left > 0 && !is_stopping_) {
    const std::size_t wanted = std::min(left, options_.items_per_transaction);
    auto done = co_await expired_.work_off(wanted);
    CO_TRY(done);
    counts.items_deleted += done->deleted;
    counts.entries_dropped += done->entries - done->deleted;
    if (done->damaged > 0) {
      report(fmt::format("{} items that should expire cannot be read and stay", done->damaged));
    }
    left -= done->entries;
    is_more_due = done->entries == wanted;
  }
  co_return Status{};
}

Task<Result<SweepCounts>> Sweeper::sweep() {
  Status looked = co_await calendar_.look();
  CO_TRY(looked);
  SweepCounts counts{.is_paused = !calendar_.trusted_now()};
  if (counts.is_paused) co_return counts;
  auto built = co_await builder_.build_some(options_.built_items_per_sweep_max);
  CO_TRY(built);
  counts.items_queued = *built;
  Status deleted = co_await delete_expired(counts);
  CO_TRY(deleted);
  auto removed = co_await tokens_.sweep_once();
  CO_TRY(removed);
  counts.tokens_removed = *removed;
  auto trimmed = co_await trimmer_.trim_once();
  CO_TRY(trimmed);
  counts.entries_trimmed = *trimmed;
  co_return counts;
}

}  // namespace partita::ttl
