#include "store/calendar/calendar.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <utility>

#include "store/calendar/last_date.h"

namespace partita::calendar {
namespace {

using std::chrono::nanoseconds;

constexpr std::string_view kWhatWaits =
    "Nothing expires, no lease runs out, and nothing else is removed because of its age until the "
    "date is right again, or somebody says that it is right now: POST /api/clock:accept, or a "
    "restart with --accept-clock.";

// "2 h 5 min", "31 days 4 h".
std::string length_text(nanoseconds length) {
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(std::chrono::abs(length));
  const auto whole = minutes.count();
  if (whole >= 24 * 60) return fmt::format("{} days {} h", whole / (24 * 60), whole / 60 % 24);
  return fmt::format("{} h {} min", whole / 60, whole % 60);
}

std::string why(const DateJudge& judge) {
  const std::string length = length_text(judge.gap());
  switch (judge.doubt()) {
    case DateJudge::Doubt::None:
      return "";
    case DateJudge::Doubt::Jumped:
      return fmt::format("the system's date has moved {} by {} on its own",
                         judge.gap() < nanoseconds(0) ? "back" : "ahead", length);
    case DateJudge::Doubt::Behind:
      return fmt::format("the system's date is {} before the last one that this database has seen",
                         length);
    case DateJudge::Doubt::FarAhead:
      return fmt::format(
          "the system's date is {} after the last one that this database has seen: either it was "
          "closed for so long, or the date is wrong",
          length);
  }
  return "";
}

std::string sentence_of(const DateJudge& judge) {
  const std::string reason = why(judge);
  return reason.empty() ? "" : fmt::format("{}. {}", reason, kWhatWaits);
}

// A store that takes no writes for a while has a date from before, which is good enough.
Status without_unavailable(Status status) {
  if (!status.ok() && status.error().kind() == ErrorKind::Unavailable) return {};
  return status;
}

}  // namespace

Calendar::Calendar(engine::Engine& engine, const Clock& clock, CalendarOptions options,
                   std::optional<WallTime> last_seen)
    : engine_(engine),
      clock_(clock),
      options_(std::move(options)),
      judge_(options_.limits, moment(), last_seen) {
  const MutexLock lock(mutex_);
  if (options_.accepts_date) judge_.accept(moment());
  show();
}

Task<Result<std::unique_ptr<Calendar>>> Calendar::open(engine::Engine& engine, const Clock& clock,
                                                       CalendarOptions options) {
  auto last_seen = co_await read_last_date(engine);
  CO_TRY(last_seen);
  std::unique_ptr<Calendar> calendar(new Calendar(engine, clock, std::move(options), *last_seen));
  Status stored = co_await calendar->look();
  CO_TRY(stored);
  co_return calendar;
}

WallTime Calendar::wall_now() const {
  const auto witness = clock_.awake_or_asleep_now().time_since_epoch();
  return WallTime(witness + nanoseconds(offset_nanoseconds_.load(std::memory_order_relaxed)));
}

std::optional<WallTime> Calendar::trusted_now() const {
  if (!is_trusted_.load(std::memory_order_acquire)) return std::nullopt;
  return wall_now();
}

// Doubt is shown before the date that comes with it, and belief after it.
void Calendar::show() {
  const bool is_trusted = judge_.doubt() == DateJudge::Doubt::None;
  if (!is_trusted) is_trusted_.store(false, std::memory_order_release);
  offset_nanoseconds_.store(judge_.offset().count(), std::memory_order_relaxed);
  if (is_trusted) is_trusted_.store(true, std::memory_order_release);
  std::string doubt = sentence_of(judge_);
  if (doubt == doubt_) return;
  if (options_.report) {
    options_.report(doubt.empty() ? "the system's date is believed again: what waited goes on"
                                  : std::string_view(doubt));
  }
  doubt_ = std::move(doubt);
}

std::optional<WallTime> Calendar::take_date_to_store(MonotonicTime witness) {
  if (stored_at_ && witness - *stored_at_ < options_.store_interval) return std::nullopt;
  stored_at_ = witness;
  return judge_.surely_reached(witness);
}

Task<Status> Calendar::look() {
  std::optional<WallTime> date;
  {
    const MutexLock lock(mutex_);
    const ClockReading now = moment();
    judge_.look(now);
    show();
    date = take_date_to_store(now.witness);
  }
  if (!date) co_return Status{};
  Status stored = co_await write_last_date(engine_, *date);
  co_return without_unavailable(std::move(stored));
}

void Calendar::accept() {
  const MutexLock lock(mutex_);
  judge_.accept(moment());
  show();
  stored_at_.reset();
}

std::string Calendar::doubt() const {
  const MutexLock lock(mutex_);
  return doubt_;
}

}  // namespace partita::calendar
