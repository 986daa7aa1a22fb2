#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/calendar/date_judge.h"

namespace partita::calendar {

struct CalendarOptions {
  DateLimits limits;
  // An operator confirms that the system's date is right, whatever the database has seen.
  bool accepts_date = false;
  // How often the date is stored with the data.
  std::chrono::nanoseconds store_interval = std::chrono::minutes(1);
  // Called with a line for the operator when the date is no longer trusted, and when it is trusted
  // again.
  std::function<void(std::string_view)> report;
};

// The date of a database: everything that depends on the date uses this clock (date_judge.h
// describes how the date is determined). trusted_now is nullopt while the system's date is not
// trusted.
// THREADS: safe for concurrent calls. wall_now costs one look at a clock, as that of the system.
class Calendar final : public Clock {
 public:
  // Compares the system's date with the last one that the database has seen, and stores it.
  // REQUIRES: engine and clock outlive it.
  // ERRORS: Corrupt; those of the engine, but not that it takes no writes for a while.
  static Task<Result<std::unique_ptr<Calendar>>> open(engine::Engine& engine, const Clock& clock,
                                                      CalendarOptions options = {});

  WallTime wall_now() const override;
  MonotonicTime monotonic_now() const override { return clock_.monotonic_now(); }
  MonotonicTime awake_or_asleep_now() const override { return clock_.awake_or_asleep_now(); }
  std::optional<WallTime> trusted_now() const override;

  // Looks at the system's date, reports what has changed, and stores our date when it is time to.
  // To be called about once a second: in between, our date passes as the witness does.
  // ERRORS: those of the engine, as above.
  Task<Status> look();
  // Trusts the system's date from now on, because an operator has confirmed it.
  void accept();

  // Why the date is not trusted and what can be done about it, in words for the operator; empty
  // while it is trusted.
  std::string doubt() const;

 private:
  Calendar(engine::Engine& engine, const Clock& clock, CalendarOptions options,
           std::optional<WallTime> last_seen);

  ClockReading moment() const { return {clock_.wall_now(), clock_.awake_or_asleep_now()}; }
  void show() PARTITA_REQUIRES(mutex_);
  std::optional<WallTime> take_date_to_store(MonotonicTime witness) PARTITA_REQUIRES(mutex_);

  engine::Engine& engine_;
  const Clock& clock_;
  const CalendarOptions options_;
  mutable Mutex mutex_;
  DateJudge judge_ PARTITA_GUARDED_BY(mutex_);
  std::string doubt_ PARTITA_GUARDED_BY(mutex_);
  std::optional<MonotonicTime> stored_at_ PARTITA_GUARDED_BY(mutex_);
  std::atomic<std::int64_t> offset_nanoseconds_{0};  // Of judge_, for those who ask for the time.
  std::atomic<bool> is_trusted_{true};
};

}  // namespace partita::calendar
