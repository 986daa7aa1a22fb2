#include "store/expiry/sweeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace partita::expiry {

using jobs::Turn;

namespace {

// Each part works under the lease of its job.
engine::Engine& engine_of(engine::Engine& engine, jobs::Leases* leases, std::string_view job) {
  return leases != nullptr ? leases->engine_for(job) : engine;
}

}  // namespace

Sweeper::Sweeper(engine::Engine& engine, catalog::Catalog& catalog, calendar::Calendar& calendar,
                 SweeperOptions options, jobs::Leases* leases)
    : options_(std::move(options)),
      calendar_(calendar),
      expired_(engine_of(engine, leases, "expiry"), catalog, calendar),
      builder_(engine_of(engine, leases, "expiry-queue"), catalog, calendar),
      tokens_(engine_of(engine, leases, "tokens"), calendar, options_.tokens_per_sweep_max),
      trimmer_(engine_of(engine, leases, "streams"), calendar, options_.streams),
      history_(engine_of(engine, leases, "history"), catalog, calendar) {}

jobs::Job Sweeper::job(std::string name, std::string purpose, Work work) {
  return {.name = std::move(name),
          .purpose = std::move(purpose),
          .is_timed = true,
          .work = [this, work] { return (this->*work)(); }};
}

// So many in an interval of the options are how many in a second.
std::uint64_t Sweeper::rate(std::size_t per_interval) const {
  const auto interval_ms = std::max<std::int64_t>(options_.interval.count(), 1);
  return std::max<std::uint64_t>(per_interval * 1000 / static_cast<std::uint64_t>(interval_ms), 1);
}

void Sweeper::add_to(jobs::Jobs& jobs) {
  auto date = job("date", "compares the system's date with the last one that the database has seen",
                  &Sweeper::look_at_date);
  date.is_local = true;
  jobs.add(std::move(date));
  jobs.add(job("expiry-queue", "queues the items of tables whose TTL was switched on",
               &Sweeper::build_queue));
  auto expiry = job("expiry", "deletes items whose TTL is over", &Sweeper::expire);
  expiry.items_per_second_max = rate(options_.items_per_sweep_max);
  jobs.add(std::move(expiry));
  jobs.add(job("tokens", "removes request tokens of transactions after ten minutes",
               &Sweeper::remove_tokens));
  jobs.add(job("streams", "trims stream records after a day", &Sweeper::trim_streams));
  jobs.add(job("history", "removes what items were before the recovery window of their tables",
               &Sweeper::trim_history));
}

Task<Result<Turn>> Sweeper::look_at_date() {
  Status looked = co_await calendar_.look();
  CO_TRY(looked);
  co_return Turn::idle(options_.interval);
}

Task<Result<Turn>> Sweeper::build_queue() {
  if (!calendar_.trusted_now()) co_return Turn::idle(options_.interval);
  auto built = co_await builder_.build_some(options_.built_items_per_sweep_max);
  CO_TRY(built);
  Turn turn = Turn::idle(options_.interval, *built);
  turn.progress = builder_.progress();
  co_return turn;
}

Task<Result<Turn>> Sweeper::expire() {
  if (!calendar_.trusted_now()) co_return Turn::idle(options_.interval);
  const std::size_t wanted = std::min(options_.items_per_transaction, options_.items_per_sweep_max);
  auto done = co_await delete_some(wanted);
  CO_TRY(done);
  if (done->entries == wanted) co_return Turn::more(done->entries);
  co_return Turn::idle(options_.interval, done->entries);
}

Task<Result<Turn>> Sweeper::remove_tokens() {
  if (!calendar_.trusted_now()) co_return Turn::idle(options_.interval);
  auto removed = co_await tokens_.sweep_once();
  CO_TRY(removed);
  co_return Turn::idle(options_.interval, *removed);
}

Task<Result<Turn>> Sweeper::trim_streams() {
  if (!calendar_.trusted_now()) co_return Turn::idle(options_.interval);
  auto trimmed = co_await trimmer_.trim_once();
  CO_TRY(trimmed);
  co_return Turn::idle(options_.interval, *trimmed);
}

// Whole days go, so there is no hurry.
Task<Result<Turn>> Sweeper::trim_history() {
  constexpr int kIntervals = 10;
  if (!calendar_.trusted_now()) co_return Turn::idle(options_.interval);
  auto trimmed = co_await history_.trim_once();
  CO_TRY(trimmed);
  co_return Turn::idle(options_.interval * kIntervals, *trimmed);
}

Task<Result<ExpiredItems::Done>> Sweeper::delete_some(std::size_t entries_max) {
  auto done = co_await expired_.work_off(entries_max);
  if (done.ok() && done->damaged > 0 && options_.report) {
    options_.report(
        fmt::format("{} items that should expire cannot be read and stay", done->damaged));
  }
  co_return done;
}

Result<SweepCounts> Sweeper::sweep_once() { return sync_wait(sweep()); }

Task<Status> Sweeper::delete_expired(SweepCounts& counts) {
  std::size_t left = options_.items_per_sweep_max;
  bool is_more_due = true;
  while (is_more_due && left > 0) {
    const std::size_t wanted = std::min(left, options_.items_per_transaction);
    auto done = co_await delete_some(wanted);
    CO_TRY(done);
    counts.items_deleted += done->deleted;
    counts.entries_dropped += done->entries - done->deleted;
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
  auto histories = co_await history_.trim_once();
  CO_TRY(histories);
  co_return counts;
}

}  // namespace partita::expiry
