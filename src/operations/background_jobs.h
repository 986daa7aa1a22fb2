#pragma once

#include <atomic>
#include <optional>

#include "operations/context.h"
#include "partita/base/periodic.h"

namespace partita::operations {

// What goes on behind the operations, on a thread of its own: tables and indexes that are on their
// way in or out, items that a new index has to take in, and counts that are to be saved.
// What a stopped program left undone is taken up when the next one starts.
class BackgroundJobs {
 public:
  // REQUIRES: the context outlives the jobs, and nobody else listens to the catalog.
  explicit BackgroundJobs(Context& context);
  // Stops within one step, then saves the counts.
  ~BackgroundJobs();
  BackgroundJobs(const BackgroundJobs&) = delete;
  BackgroundJobs& operator=(const BackgroundJobs&) = delete;

  // Looks for work soon. Changes of tables do so by themselves.   THREADS: any.
  void wake() { thread_->wake(); }

 private:
  void run();

  Context& context_;
  std::atomic<bool> is_stopped_{false};
  MonotonicTime counts_saved_;
  std::optional<Periodic> thread_;
};

// One round over all tables: does what is due, step by step, until nothing is left to do or
// `is_stopped`. What fails is left for the next round.
// REQUIRES: no other round runs at the same time.
void work_on_tables(Context& context, const std::atomic<bool>& is_stopped);

}  // namespace partita::operations
