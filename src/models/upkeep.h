#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "models/overdue_items.h"
#include "operations/context.h"
#include "partita/base/periodic.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::models {

class TableUpkeep;

struct UpkeepOptions {
  std::chrono::milliseconds interval{100};
  // Without a thread nothing is done until somebody calls finish: for tests that own the clock.
  bool has_thread = true;
  // Gets a line for the person who runs the server on each new problem and on items whose lease is
  // newly over, from the upkeep's thread.
  std::function<void(std::string_view)> report;
};

// What goes on behind models, on a thread of its own: TableUpkeep for each table with rules. What
// fails is tried again, later each time; what a stopped program left undone is taken up when the
// next one starts. Nothing is read while nothing has changed.
// THREADS: safe for concurrent calls.
class Upkeep {
 public:
  // REQUIRES: the context outlives this.
  Upkeep(operations::Context& context, UpkeepOptions options);
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

  // Works on its thread from now on, if it does not already and is to have one.
  void start();
  // Within one step, for good.
  void stop();

  // Keeps the work away until resume: whoever changes which rules a table has must not meet a step
  // that was begun under the former ones. Counted: resume as often as pause.
  Task<Status> pause();
  void resume() { pauses_.fetch_sub(1); }

  // Does all that is due, on the calling thread. ERRORS: as TableUpkeep::finish.
  Task<Status> finish();

  // As DueSteps::overdue, of all tables that have been walked over.
  std::vector<OverdueItems> overdue() const;

 private:
  struct Kept {
    std::unique_ptr<TableUpkeep> table;
    MonotonicTime retry_at{};
    std::chrono::milliseconds pause{0};  // Before the next try; none while all goes well.
    std::string problem;                 // The last one that was reported, while it lasts.
  };

  void run();
  void forget_tables();
  // Works on a table if nobody has paused this meanwhile; true if there is more to do at once.
  bool work_on(const catalog::TablePointer& table);
  Kept& kept_of(const catalog::TablePointer& table);
  void note(Kept& kept, const Result<bool>& done);
  void report(Kept& kept, std::string problem) const;

  operations::Context& context_;
  const UpkeepOptions options_;
  std::atomic<int> pauses_{0};
  std::atomic<bool> is_working_{false};
  std::atomic<bool> is_stopped_{false};
  std::map<keys::TableId, Kept> tables_;  // Of whoever has set is_working_.
  mutable std::mutex mutex_;
  std::vector<OverdueItems> overdue_;  // Guarded by mutex_.
  std::unique_ptr<Periodic> thread_;   // The same. Last, so that it ends first.
};

}  // namespace partita::models
