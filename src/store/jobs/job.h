#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// Background jobs, and the information about them for operators.
namespace partita::jobs {

// The progress of work that comes to an end.
struct Progress {
  std::uint64_t done = 0;              // Items.
  std::optional<std::uint64_t> total;  // About; nullopt: not known.

  friend bool operator==(const Progress&, const Progress&) = default;
};

// The result of one turn of a job, and when it needs the next one.
struct Turn {
  enum class Next { AtOnce, AfterRest, Never };

  Next next = Next::AfterRest;
  std::chrono::milliseconds rest{0};  // Only for AfterRest.
  std::uint64_t items = 0;            // How many items, entries or rows were processed.
  std::optional<Progress> progress = {};
  // A problem that did not make the whole turn fail; empty: none.
  std::string complaint = {};

  // There is more work to do now.
  static Turn more(std::uint64_t items) { return {.next = Next::AtOnce, .items = items}; }
  // There is no work for a while.
  static Turn idle(std::chrono::milliseconds rest, std::uint64_t items = 0) {
    return {.next = Next::AfterRest, .rest = rest, .items = items};
  }
  // The job has ended for good.
  static Turn over(std::uint64_t items = 0) { return {.next = Next::Never, .items = items}; }
};

// A piece of background work that is done in many short turns.
struct Job {
  // Its kind, then what it works on: "expiry", "backfill/Albums/byLabel". No two jobs have one
  // name.
  std::string name;
  // What it does, for people: "fills the index byLabel of table Albums".
  std::string purpose;
  // Jobs of one lane never run at the same time. Empty: a lane of its own, of the job's name.
  std::string lane = {};
  // Whether each server runs it for itself. Any other job needs the lease of its lane (leases.h),
  // so that only one server at a time runs it.
  bool is_local = false;
  // Whether its turns may wait for another machine. Such jobs have threads of their own, so that
  // they do not delay other jobs.
  bool is_far = false;
  // Woken by Jobs::signal of this topic; empty: by none.
  std::string topic = {};
  // Whether its work only depends on the passing of time. Tests with a manual clock run such jobs
  // themselves.
  bool is_timed = false;
  // The maximum number of items per second, averaged over a turn and the pause after it.
  std::optional<std::uint64_t> items_per_second_max = {};
  // Does a little: some milliseconds, seldom more than a hundred. Called by one thread at a time.
  // Work that a crash or stop has cut off between two turns goes on with the next turn, so how far
  // it has come is stored, not kept here.
  std::function<Task<Result<Turn>>()> work;
};

enum class JobState {
  Waiting,  // For its time, or for a thread.
  Running,
  Paused,     // By a person.
  Failed,     // The last turn has failed; it is tried again.
  Elsewhere,  // Another server does it.
};

// "waiting", "running", "paused", "failed", "elsewhere".
std::string_view name_of(JobState state);

// What a person can ask about a job.
struct JobReport {
  std::string name;
  std::string purpose;
  JobState state = JobState::Waiting;
  std::string holder = {};  // The server that holds the lease of its lane; empty: it is not known.
  std::optional<Progress> progress = {};  // As of the last turn; nullopt: the work has no end.
  std::uint64_t items = 0;                // Since the program has started.
  double items_per_second = 0;            // Lately.
  std::optional<WallTime> idle_at = {};   // When it last had nothing left to do.
  std::string error = {};                 // Of the last turn; empty: it went well.
  std::chrono::milliseconds next{0};      // Until its next turn is due; zero: it is due or running.
};

}  // namespace partita::jobs
