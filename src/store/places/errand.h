#pragma once

#include <functional>
#include <optional>
#include <thread>

#include "partita/base/mutex.h"
#include "partita/base/result.h"

namespace partita::places {

// Blocking work beside a job. The turns of the job only look whether it is over, so a place that
// does not answer keeps no thread from the other jobs:
//
//   if (errand.is_under_way()) co_return jobs::Turn::idle(1s);    // Woken by `then`.
//   if (auto outcome = errand.take()) ...                         // What came of it.
//   errand.begin([=] { return place->put(...); }, [=] { jobs->wake(name); });
//
// THREADS: one thread at a time.
class Errand {
 public:
  Errand() = default;
  ~Errand();  // Waits for the work.
  Errand(const Errand&) = delete;
  Errand& operator=(const Errand&) = delete;

  // `then` is called on the errand's thread, once its outcome is there.
  // REQUIRES: none is under way, and the outcome of the last one was taken.
  void begin(std::function<Status()> work, std::function<void()> then);
  bool is_under_way() const;
  // The outcome, once; nullopt: there is none yet, or none any more.
  std::optional<Status> take();

 private:
  mutable Mutex mutex_;
  bool is_over_ PARTITA_GUARDED_BY(mutex_) = false;
  std::optional<Status> outcome_ PARTITA_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace partita::places
