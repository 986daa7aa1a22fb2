#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "modelled/audit/audit.h"
#include "partita/base/clock.h"
#include "partita/base/function_ref.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/jobs.h"

namespace partita::audit {

// What can be told of an audit, while it goes on and after it.
struct AuditReport {
  enum class State { None, Running, Done, Stopped, Failed };

  State state = State::None;
  std::string error = {};    // Of one that has failed.
  std::string subject = {};  // The table that is being looked at.
  ReadWork work = {};
  std::uint64_t items_total = 0;
  MonotonicTime::duration ran{};
  Disagreements disagreements = {};
};

// "none", "running", "done", "stopped", "failed".
std::string_view name_of(AuditReport::State state);

// The audits of an open database: one at a time, as the job `check`. A report is kept until the
// next one begins or the program ends.
// THREADS: safe for concurrent calls.
class Audits {
 public:
  static constexpr std::string_view kJob = "check";

  // REQUIRES: all of it outlives this; the jobs are stopped before this ends.
  Audits(const engine::Engine& engine, const catalog::Catalog& catalog, jobs::Jobs& jobs)
      : engine_(engine), catalog_(catalog), jobs_(jobs) {}

  // Begins one, unless one is running.
  void start();
  // Ends the one that is running after its turn.
  void stop();
  AuditReport report() const;

  // Runs one on the calling thread to its end, for a database whose jobs do not run; tells of it
  // now and then. ERRORS: as Audit::step.
  Result<AuditReport> run(FunctionRef<void(const AuditReport&)> tell);

 private:
  Task<Result<jobs::Turn>> turn();
  AuditReport report_of(const Audit& audit) const;
  void end(AuditReport::State state, std::string error);

  const engine::Engine& engine_;
  const catalog::Catalog& catalog_;
  jobs::Jobs& jobs_;
  std::unique_ptr<Audit> audit_;  // Of the job alone.
  MonotonicTime began_{};         // The same.
  mutable Mutex mutex_;
  AuditReport report_ PARTITA_GUARDED_BY(mutex_);
  bool is_to_stop_ PARTITA_GUARDED_BY(mutex_) = false;
};

}  // namespace partita::audit
