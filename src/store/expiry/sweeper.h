#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/calendar/calendar.h"
#include "store/catalog/catalog.h"
#include "store/expiry/expired_items.h"
#include "store/expiry/queue_builder.h"
#include "store/history/trimmer.h"
#include "store/jobs/jobs.h"
#include "store/streams/trimmer.h"
#include "store/transactions/token_sweep.h"

namespace partita::expiry {

// How often and how much at a time: together a bound on what expiry may cost.
struct SweeperOptions {
  std::chrono::milliseconds interval{1000};
  std::size_t items_per_transaction = 100;
  std::size_t items_per_sweep_max = 5000;
  std::size_t built_items_per_sweep_max = 10'000;
  std::size_t tokens_per_sweep_max = 2000;
  streams::TrimmerOptions streams = {};
  // Gets a line for the person who runs the server on items that cannot be read.
  std::function<void(std::string_view)> report;
};

struct SweepCounts {
  bool is_paused = false;           // The date is in doubt (calendar.h): nothing was done.
  std::size_t items_deleted = 0;    // Expired.
  std::size_t entries_dropped = 0;  // Of the queue, that had lost their reason.
  std::size_t items_queued = 0;     // Looked at to build the queue of a table with data.
  std::size_t tokens_removed = 0;   // Request tokens whose ten minutes are over.
  std::size_t entries_trimmed = 0;  // Of the logs of streams, after a day.

  friend bool operator==(const SweepCounts&, const SweepCounts&) = default;
};

// Deletes what has expired: items with TTL, request tokens, records of streams, and what items were
// before the recovery window, each in a job of its own; another one looks at the date, by which all
// of them go. THREADS: safe for concurrent calls.
class Sweeper {
 public:
  // REQUIRES: all of it outlives this. Without leases this server does all of it.
  Sweeper(engine::Engine& engine, catalog::Catalog& catalog, calendar::Calendar& calendar,
          SweeperOptions options, jobs::Leases* leases = nullptr);
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  // Adds the jobs `date`, `expiry-queue`, `expiry`, `tokens`, `streams` and `history`.
  // REQUIRES: this outlives their turns.
  void add_to(jobs::Jobs& jobs);

  // Does all of it once, on the calling thread, as much as the options allow for one interval.
  // ERRORS: those of the engine. What was done before the error stays done.
  Result<SweepCounts> sweep_once();

 private:
  using Work = Task<Result<jobs::Turn>> (Sweeper::*)();

  Task<Result<SweepCounts>> sweep();
  Task<Status> delete_expired(SweepCounts& counts);
  Task<Result<ExpiredItems::Done>> delete_some(std::size_t entries_max);
  jobs::Job job(std::string name, std::string purpose, Work work);
  std::uint64_t rate(std::size_t per_interval) const;
  Task<Result<jobs::Turn>> look_at_date();
  Task<Result<jobs::Turn>> build_queue();
  Task<Result<jobs::Turn>> expire();
  Task<Result<jobs::Turn>> remove_tokens();
  Task<Result<jobs::Turn>> trim_streams();
  Task<Result<jobs::Turn>> trim_history();

  const SweeperOptions options_;
  calendar::Calendar& calendar_;
  // Each is used by one job, and by sweep_once, which must not run beside jobs.
  ExpiredItems expired_;
  QueueBuilder builder_;
  transactions::TokenSweep tokens_;
  streams::Trimmer trimmer_;
  history::HistoryTrimmer history_;
};

}  // namespace partita::expiry
