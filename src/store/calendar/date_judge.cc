#include "store/calendar/date_judge.h"

#include <algorithm>

namespace partita::calendar {
namespace {

using std::chrono::nanoseconds;

// Our date leans towards the system's by one part in so many of the time that passes.
constexpr int kLeaning = 10;

nanoseconds offset_of(const ClockReading& moment) {
  return moment.wall.time_since_epoch() - moment.witness.time_since_epoch();
}

}  // namespace

DateJudge::DateJudge(const DateLimits& limits, const ClockReading& start,
                     std::optional<WallTime> last_seen)
    : limits_(limits), offset_(offset_of(start)), sure_offset_(offset_), looked_at_(start.witness) {
  if (!last_seen) return;
  const nanoseconds gap = start.wall - *last_seen;
  const bool is_behind = gap < -limits_.tolerance;
  if (!is_behind && gap <= limits_.closed_max) return;
  sure_offset_ = last_seen->time_since_epoch() - start.witness.time_since_epoch();
  begin_doubt(is_behind ? Doubt::Behind : Doubt::FarAhead, gap, start.witness);
}

void DateJudge::begin_doubt(Doubt doubt, nanoseconds gap, MonotonicTime witness) {
  doubt_ = doubt;
  gap_ = gap;
  doubted_since_ = witness;
  plausible_since_.reset();
}

void DateJudge::look(const ClockReading& moment) {
  const nanoseconds passed = moment.witness - looked_at_;
  looked_at_ = moment.witness;
  if (doubt_ != Doubt::None) return look_in_doubt(moment);
  const nanoseconds gap = moment.wall - surely_reached(moment.witness);
  if (std::chrono::abs(gap) > limits_.tolerance) {
    return begin_doubt(Doubt::Jumped, gap, moment.witness);
  }
  const nanoseconds step_max = passed / kLeaning;
  offset_ += std::clamp(gap, -step_max, step_max);
  sure_offset_ = offset_;
}

bool DateJudge::follows_system(MonotonicTime witness) const {
  return doubt_ != Doubt::Jumped || witness - doubted_since_ >= limits_.settling;
}

void DateJudge::look_in_doubt(const ClockReading& moment) {
  if (follows_system(moment.witness)) offset_ = offset_of(moment);
  const nanoseconds gap = moment.wall - surely_reached(moment.witness);
  const nanoseconds ahead_max = doubt_ == Doubt::Jumped ? limits_.tolerance : limits_.closed_max;
  if (gap < -limits_.tolerance || gap > ahead_max) return plausible_since_.reset();
  if (!plausible_since_) plausible_since_ = moment.witness;
  if (moment.witness - *plausible_since_ < limits_.settling) return;
  doubt_ = Doubt::None;
  sure_offset_ = offset_;
}

void DateJudge::accept(const ClockReading& moment) {
  doubt_ = Doubt::None;
  offset_ = offset_of(moment);
  sure_offset_ = offset_;
  looked_at_ = moment.witness;
}

}  // namespace partita::calendar
