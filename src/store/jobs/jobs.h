#pragma once

#include <condition_variable>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "partita/base/check.h"
#include "partita/base/clock.h"
#include "partita/base/executor.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/job.h"
#include "store/jobs/leases.h"
#include "store/jobs/paused_jobs.h"

namespace partita::jobs {

struct JobsOptions {
  std::size_t threads = 2;
  std::size_t far_threads = 4;  // For jobs that are far (Job::is_far), from the first one on.
  // The clock by which turns are scheduled. Jobs that depend on the date use the calendar
  // themselves.
  const Clock* clock = &Clock::system();
  // False: timed jobs (Job::is_timed) run only in run_timed.
  bool runs_timed = true;
  // Decides which server runs jobs that are not local. Null: this server runs all of them.
  Leases* leases = nullptr;
  // Stores which jobs are paused. Null: a pause lasts until the program ends.
  engine::Engine* engine = nullptr;
  // Called with a line for the operator for each new problem, on the threads of the jobs.
  std::function<void(std::string_view)> report = {};
};

// Runs all background work: a few threads give each due job a turn, in rotation. A job that fails
// is retried, with growing pauses, and does not stop the others.
// THREADS: safe for concurrent calls.
class Jobs {
 public:
  explicit Jobs(JobsOptions options = {});
  ~Jobs();  // As stop.
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Starts running jobs. To be called when everything that they work with is set up.
  void start();
  // Waits for running turns, removes all jobs and never runs any again.
  void stop();
  // True after stop: do not wait for the work of a job any more.
  bool is_stopped() const;

  // Adds a job. Its first turn is due at once, or as soon as an existing job of this name has
  // ended.
  void add(Job job);
  bool has(std::string_view name) const;
  // Makes a job due now, even if it is waiting after a failure. Unknown names are ignored.
  void wake(std::string_view name);
  // The same for all jobs with this topic.
  void signal(std::string_view topic);

  // Pauses or resumes a job. The pause is stored: it also applies after a restart, to a job of that
  // name that is added later, and to other servers that share the store.
  // ERRORS: NotFound if there is no such job, and no paused one of that name to be resumed; those
  // of the engine.
  Task<Status> pause(std::string name) { return set_paused(std::move(name), true); }
  Task<Status> resume(std::string name) { return set_paused(std::move(name), false); }
  // Reads which jobs are paused, at the start and when other servers may have changed it.
  // ERRORS: those of the engine.
  Task<Status> load_paused();

  // The engine with which a job of the lane must commit: one that requires the lease of the lane,
  // or `otherwise` if there are no leases.
  engine::Engine& engine_for(std::string_view lane, engine::Engine& otherwise) const {
    return options_.leases != nullptr ? options_.leases->engine_for(lane) : otherwise;
  }
  // Null: there are none.
  Leases* leases() const { return options_.leases; }

  // All jobs, by name.
  std::vector<JobReport> list() const;
  // How many turns of all jobs have failed.
  std::uint64_t failures() const {
    const MutexLock lock(mutex_);
    return failures_;
  }

  // Runs every timed job on the calling thread, whether due or not, until none of them has more to
  // do at once. For tests, and for programs that end when their work is done. ERRORS: the first
  // error of a job; the other jobs have run nevertheless.
  Status run_timed();
  // Gives each due job one turn on the calling thread; returns how many there were.
  std::size_t run_due();

  // While this object lives, no job of the lane runs. Several objects may hold a lane.
  class [[nodiscard]] Hold {
   public:
    Hold() = default;
    Hold(Jobs& jobs, std::string lane) : jobs_(&jobs), lane_(std::move(lane)) {}
    Hold(Hold&& other) noexcept
        : jobs_(std::exchange(other.jobs_, nullptr)), lane_(std::move(other.lane_)) {}
    Hold& operator=(Hold&& other) noexcept;
    ~Hold() { release(); }
    void release();
    bool is_held() const { return jobs_ != nullptr; }

   private:
    Jobs* jobs_ = nullptr;
    std::string lane_;
  };
  // Waits for the running turn of the lane, if there is one.
  Task<Hold> hold(std::string lane);

  // Gives the caller exclusive use of the lane, like a running job, even if the lane is held.
  class [[nodiscard]] Stay {
   public:
    Stay(Jobs& jobs, std::string lane) : jobs_(&jobs), lane_(std::move(lane)) {}
    Stay(Stay&& other) noexcept
        : jobs_(std::exchange(other.jobs_, nullptr)), lane_(std::move(other.lane_)) {}
    Stay& operator=(Stay&&) = delete;
    ~Stay();

   private:
    Jobs* jobs_;
    std::string lane_;
  };
  Task<Stay> enter(std::string lane);

  // How many turns have ended so far. With turn_after, a coroutine can wait for the effect of a
  // job:
  //   while (true) {
  //     const auto seen = jobs.turns();
  //     if (is_there()) co_return;
  //     co_await jobs.turn_after(seen);
  //   }
  std::uint64_t turns() const;
  auto turn_after(std::uint64_t seen) {
    struct Awaiter {
      Jobs& jobs;
      std::uint64_t seen;
      bool await_ready() const noexcept { return false; }
      bool await_suspend(std::coroutine_handle<> waiter) const {
        return jobs.wait_for_turn(seen, waiter);
      }
      void await_resume() const noexcept {}
    };
    return Awaiter{*this, seen};
  }

 private:
  struct Entry;
  using EntryPointer = std::shared_ptr<Entry>;
  struct Waiter {
    Executor* executor;
    std::coroutine_handle<> coroutine;
  };

  // Which jobs a thread gives their turns.
  enum class Reach { Near, Far, All };

  void run(Reach reach);
  void start_threads(Reach reach) PARTITA_REQUIRES(mutex_);
  void make_due(Entry& entry) PARTITA_REQUIRES(mutex_);
  bool may_take_turn(const Entry& entry, Reach reach) const PARTITA_REQUIRES(mutex_);
  EntryPointer next_due(Reach reach) PARTITA_REQUIRES(mutex_);
  void wait_for_due(MutexLock& lock, Reach reach) PARTITA_REQUIRES(mutex_);
  // Unchecked, because it releases the caller's lock while the job works.
  Status take_turn(MutexLock& lock, const EntryPointer& entry)
      PARTITA_REQUIRES(mutex_) PARTITA_UNCHECKED_LOCKS;
  // The turn itself, of a job that is marked as running; nullopt: another server does the job.
  Result<std::optional<Turn>> work(const Job& job, std::string& holder);
  // What a person should be told of the turn; empty: nothing.
  std::string note(Entry& entry, const Turn& turn, MonotonicTime began) PARTITA_REQUIRES(mutex_);
  std::string note(Entry& entry, const Error& error) PARTITA_REQUIRES(mutex_);
  void note_elsewhere(Entry& entry) PARTITA_REQUIRES(mutex_);
  void end_job(Entry& entry) PARTITA_REQUIRES(mutex_);
  bool has_job_in(std::string_view lane) const PARTITA_REQUIRES(mutex_);
  EntryPointer next_timed(std::uint64_t last) const PARTITA_REQUIRES(mutex_);
  Status run_to_rest(MutexLock& lock, const EntryPointer& entry) PARTITA_REQUIRES(mutex_);
  JobReport report_of(const Entry& entry) const PARTITA_REQUIRES(mutex_);
  bool is_busy(const std::string& lane) const PARTITA_REQUIRES(mutex_);
  Task<Status> set_paused(std::string name, bool is_paused);
  void show_paused(JobNames paused);
  void leave(const std::string& lane);
  void let_go(const std::string& lane);
  bool wait_for_turn(std::uint64_t seen, std::coroutine_handle<> waiter);
  void end_turn() PARTITA_REQUIRES(mutex_);

  const JobsOptions options_;
  const Clock& clock_;
  mutable Mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, EntryPointer, std::less<>> jobs_ PARTITA_GUARDED_BY(mutex_);
  JobNames paused_ PARTITA_GUARDED_BY(mutex_);
  std::set<std::string> busy_lanes_ PARTITA_GUARDED_BY(mutex_);
  std::map<std::string, int> held_lanes_ PARTITA_GUARDED_BY(mutex_);
  std::vector<Waiter> waiters_ PARTITA_GUARDED_BY(mutex_);
  std::uint64_t turns_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::uint64_t failures_ PARTITA_GUARDED_BY(mutex_) = 0;
  // Given out so far: who has the lowest is next.
  std::uint64_t places_ PARTITA_GUARDED_BY(mutex_) = 0;
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_ PARTITA_GUARDED_BY(mutex_);
  bool is_started_ PARTITA_GUARDED_BY(mutex_) = false;
  bool has_far_threads_ PARTITA_GUARDED_BY(mutex_) = false;
};

}  // namespace partita::jobs
