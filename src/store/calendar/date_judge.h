#pragma once

#include <chrono>
#include <optional>

#include "partita/base/clock.h"

namespace partita::calendar {

struct DateLimits {
  // How far the system's date may be off, since the last look or altogether, until it is doubted.
  std::chrono::nanoseconds tolerance = std::chrono::hours(1);
  // How long a database may have been closed without anybody being asked whether the date is right:
  // a long weekend.
  std::chrono::nanoseconds closed_max = std::chrono::hours(72);
  // How long a date must have been right again until it is believed.
  std::chrono::nanoseconds settling = std::chrono::minutes(10);
};

// What both clocks of the system show at one moment.
struct ClockReading {
  WallTime wall;
  MonotonicTime witness;  // Clock::awake_or_asleep_now.
};

// Judges the system's date by a witness that nobody can set, and by the last date that the database
// has seen. A pure function of what it is shown.
//
// While the date is believed, ours passes as the witness does and only leans towards the system's,
// by a tenth of the time that passes: so a date that is set has no effect at once, and none at all
// if it is set back soon.
// In doubt, ours passes as before for a while. If the system's stays as it is, ours follows it,
// because what is written now should have the date that everybody else sees; but the doubt goes on
// until the system's date is where it should be, or a person accepts it.
class DateJudge {
 public:
  // `last_seen` is the last date that the database has surely reached, if it has seen any.
  DateJudge(const DateLimits& limits, const ClockReading& start, std::optional<WallTime> last_seen);

  void look(const ClockReading& moment);
  // Takes the system's date for the right one.
  void accept(const ClockReading& moment);

  enum class Doubt {
    None,
    Jumped,   // The date has moved on its own while the database was open.
    Behind,   // At the start: before the last one that the database has seen.
    FarAhead  // At the start: long after it.
  };
  Doubt doubt() const { return doubt_; }
  // How far the system's date was ahead of what was expected, when the doubt began.
  std::chrono::nanoseconds gap() const { return gap_; }

  // Our date is the witness and this.
  std::chrono::nanoseconds offset() const { return offset_; }
  // A date that is over for certain, to be remembered.
  WallTime surely_reached(MonotonicTime witness) const {
    return WallTime(witness.time_since_epoch() + sure_offset_);
  }

 private:
  void begin_doubt(Doubt doubt, std::chrono::nanoseconds gap, MonotonicTime witness);
  void look_in_doubt(const ClockReading& moment);
  bool follows_system(MonotonicTime witness) const;

  DateLimits limits_;
  std::chrono::nanoseconds offset_;
  std::chrono::nanoseconds sure_offset_;  // That of surely_reached; in doubt another one.
  MonotonicTime looked_at_;
  Doubt doubt_ = Doubt::None;
  std::chrono::nanoseconds gap_{0};
  MonotonicTime doubted_since_{};
  std::optional<MonotonicTime> plausible_since_;  // In doubt.
};

}  // namespace partita::calendar
