#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "calendar/calendar.h"
#include "catalog/catalog.h"
#include "engine/engine.h"
#include "partita/base/periodic.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "streams/trimmer.h"
#include "transactions/token_sweep.h"
#include "ttl/expired_items.h"
#include "ttl/queue_builder.h"

namespace partita::ttl {

// How often and how much at a time: together a bound on what expiry may cost.
struct SweeperOptions {
  std::chrono::milliseconds interval{1000};
  std::size_t items_per_transaction = 100;
  std::size_t items_per_sweep_max = 5000;
  std::size_t built_items_per_sweep_max = 10'000;
  std::size_t tokens_per_sweep_max = 2000;
  streams::TrimmerOptions streams = {};
  // Gets a line for the person who runs the server on each new problem, from the sweeper's thread.
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

// Deletes what has expired: items with TTL, request tokens, and records of streams. Looks at the
// date before that.
// THREADS: safe for concurrent calls.
class Sweeper {
 public:
  // REQUIRES: engine, catalog and calendar outlive it.
  Sweeper(engine::Engine& engine, const catalog::Catalog& catalog, calendar::Calendar& calendar,
          SweeperOptions options);
  // Ends after the transaction under way.
  ~Sweeper();
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  // Sweeps on a thread of its own from now on, in the interval of the options.
  void start();

  // Does now what the thread would do next, on the calling thread.
  // ERRORS: those of the engine. What was done before the error stays done.
  Result<SweepCounts> sweep_once();

 private:
  Task<Result<SweepCounts>> sweep();
  Task<Status> delete_expired(SweepCounts& counts);
  void report(std::string_view line) const;
  void report_problem(const Status& status);

  const SweeperOptions options_;
  std::mutex mutex_;  // Held while sweeping; guards all below but the last two.
  calendar::Calendar& calendar_;
  ExpiredItems expired_;
  QueueBuilder builder_;
  transactions::TokenSweep tokens_;
  streams::Trimmer trimmer_;
  std::string problem_;  // The last one that was reported, while it lasts.
  std::atomic<bool> is_stopping_{false};
  std::unique_ptr<Periodic> thread_;
};

}  // namespace partita::ttl
