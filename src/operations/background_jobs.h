#pragma once

#include <atomic>
#include <optional>

#include "operations/context.h"
#include "partita/base/periodic.h"

namespace partita::operations {

// What goes on behind the operations, on a thread of its own: tables and indexes that are on their
// way in or out, items that a new index has to take in, and counts that are to be saved, or made
// anew after a crash.
// What a stopped program left undone is taken up when the next one starts.
class BackgroundJobs {
 public:
  // REQUIRES: the context outlives the jobs, and nobody else listens to the catalog.
  explicit BackgroundJobs(Context& context) : context_(context) {}
  // Stops within one step, then closes the counts. REQUIRES: nobody writes any more.
  ~BackgroundJobs();
  BackgroundJobs(const BackgroundJobs&) = delete;
  BackgroundJobs& operator=(const BackgroundJobs&) = delete;

  // Works on its thread from now on: looks for work soon, and whenever a table has changed.
  // REQUIRES: the rules of all tables are in force, because new entries of indexes go by them.
  void start();

 private:
  void run();

  Context& context_;
  std::atomic<bool> is_stopped_{false};
  MonotonicTime counts_saved_{};
  std::optional<Periodic> thread_;
};

// One round over all tables: does what is due, step by step, until nothing is left to do or
// `is_stopped`. What fails is left for the next round.
// REQUIRES: no other round runs at the same time.
void work_on_tables(Context& context, const std::atomic<bool>& is_stopped);

}  // namespace partita::operations
