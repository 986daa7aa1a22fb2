#include "model/formula/timestamp.h"

#include <array>
#include <charconv>

#include "model/formula/decimal.h"

namespace partita::model {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Instant kFirst = Day(std::chrono::year(1) / 1 / 1);
constexpr Instant kLast = Day(std::chrono::year(9999) / 12 / 31) + days(1) - milliseconds(1);

// A cursor over the text of a time; each function takes what it names, or remembers the failure.
class TimeScanner {
 public:
  explicit TimeScanner(std::string_view text) : rest_(text) {}

  bool is_done() const { return !failed_ && rest_.empty(); }
  bool has_failed() const { return failed_; }
  bool is_at(char c) const { return !rest_.empty() && rest_.front() == c; }

  int digits(std::size_t count, int max) {
    int value = 0;
    if (rest_.size() < count) return fail();
    for (std::size_t i = 0; i < count; ++i) {
      if (rest_[i] < '0' || rest_[i] > '9') return fail();
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value <= max ? value : fail();
  }

  void one_of(std::string_view allowed) {
    if (rest_.empty() || allowed.find(rest_.front()) == std::string_view::npos) {
      fail();
    } else {
      rest_.remove_prefix(1);
    }
  }

  // ".5", ".123456": to milliseconds, what is finer is cut off.
  milliseconds fraction() {
    if (!is_at('.')) return milliseconds(0);
    one_of(".");
    int value = 0;
    std::size_t count = 0;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; ++count) {
      if (count < 3) value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (count == 0) fail();
    for (; count < 3; ++count) value *= 10;
    return milliseconds(value);
  }

  Day day() {
    const int year = digits(4, 9999);
    one_of("-");
    const int month = digits(2, 12);
    one_of("-");
    const int day = digits(2, 31);
    const auto date = std::chrono::year(year) / month / day;
    if (failed_ || year < 1 || !date.ok()) {
      fail();
      return {};
    }
    return Day(date);
  }

  minutes offset() {
    if (is_at('Z') || is_at('z')) {
      one_of("Zz");
      return minutes(0);
    }
    const bool is_west = is_at('-');
    one_of("+-");
    const int hour = digits(2, 23);
    one_of(":");
    const auto east = hours(hour) + minutes(digits(2, 59));
    return is_west ? -east : east;
  }

 private:
  int fail() {
    failed_ = true;
    return 0;
  }

  std::string_view rest_;
  bool failed_ = false;
};

std::optional<Instant> from_epoch(const Number& number, TimestampEncoding encoding) {
  const auto count = to_integer(number);
  if (!count) return std::nullopt;
  constexpr std::int64_t kSecondsMax = 1'000'000'000'000;
  if (encoding == TimestampEncoding::EpochS && (*count > kSecondsMax || *count < -kSecondsMax)) {
    return std::nullopt;
  }
  const Instant instant(encoding == TimestampEncoding::EpochS ? Duration(seconds(*count))
                                                              : milliseconds(*count));
  return is_representable(instant) ? std::optional(instant) : std::nullopt;
}

std::optional<Instant> from_canonical(std::string_view text, TimestampEncoding encoding) {
  const bool has_ms = encoding == TimestampEncoding::Rfc3339Ms;
  if (text.size() != (has_ms ? 24 : 20) || text[10] != 'T' || text.back() != 'Z') {
    return std::nullopt;
  }
  return parse_rfc3339(text);
}

template <typename AnyValue>
std::optional<Instant> read_any(const AnyValue& value, TimestampEncoding encoding) {
  if (is_text(encoding)) {
    if (value.type() != ValueType::S) return std::nullopt;
    return from_canonical(value.string(), encoding);
  }
  if (value.type() != ValueType::N) return std::nullopt;
  return from_epoch(value.number(), encoding);
}

// REQUIRES: 0 <= value < 10^width.
void append_digits(std::string& target, std::int64_t value, int width) {
  std::array<char, 4> digits{};
  for (int i = width - 1; i >= 0; --i, value /= 10) {
    digits[static_cast<std::size_t>(i)] = static_cast<char>('0' + value % 10);
  }
  target.append(digits.data(), static_cast<std::size_t>(width));
}

std::int64_t epoch_count(Instant instant, TimestampEncoding encoding) {
  return encoding == TimestampEncoding::EpochMs
             ? instant.time_since_epoch().count()
             : floor<seconds>(instant).time_since_epoch().count();
}

struct Unit {
  std::string_view name;
  std::int64_t milliseconds;
};

// Longest first, as durations are printed.
constexpr Unit kUnits[] = {{"w", 7 * 86'400'000}, {"d", 86'400'000}, {"h", 3'600'000},
                           {"m", 60'000},         {"s", 1000},       {"ms", 1}};

}  // namespace

std::string_view name_of(TimestampEncoding encoding) {
  constexpr std::string_view kNames[] = {"rfc3339ms", "rfc3339", "epoch_s", "epoch_ms"};
  return kNames[static_cast<std::size_t>(encoding)];
}

bool is_text(TimestampEncoding encoding) {
  return encoding == TimestampEncoding::Rfc3339Ms || encoding == TimestampEncoding::Rfc3339;
}

std::string_view example_of(TimestampEncoding encoding) {
  constexpr std::string_view kExamples[] = {"2025-10-21T14:30:00.000Z", "2025-10-21T14:30:00Z",
                                            "1761057000", "1761057000000"};
  return kExamples[static_cast<std::size_t>(encoding)];
}

std::optional<Instant> parse_rfc3339(std::string_view text) {
  TimeScanner scanner(text);
  const Day day = scanner.day();
  scanner.one_of("Tt");
  const int hour = scanner.digits(2, 23);
  scanner.one_of(":");
  const int minute = scanner.digits(2, 59);
  scanner.one_of(":");
  const int second = scanner.digits(2, 59);
  const milliseconds fraction = scanner.fraction();
  const minutes offset = scanner.offset();
  if (!scanner.is_done()) return std::nullopt;
  const Instant instant =
      Instant(day) + hours(hour) + minutes(minute) + seconds(second) + fraction - offset;
  return is_representable(instant) ? std::optional(instant) : std::nullopt;
}

std::optional<Day> parse_day(std::string_view text) {
  TimeScanner scanner(text);
  const Day day = scanner.day();
  return scanner.is_done() ? std::optional(day) : std::nullopt;
}

std::optional<Instant> read_timestamp(const ValueView& value, TimestampEncoding encoding) {
  return read_any(value, encoding);
}

std::optional<Instant> read_timestamp(const Value& value, TimestampEncoding encoding) {
  return read_any(value, encoding);
}

void append_timestamp(std::string& target, Instant instant, TimestampEncoding encoding) {
  if (!is_text(encoding)) {
    target.append(std::to_string(epoch_count(instant, encoding)));
    return;
  }
  const Day day = floor<days>(instant);
  const std::chrono::hh_mm_ss of_day(instant - day);
  append_day(target, day);
  target.push_back('T');
  append_digits(target, of_day.hours().count(), 2);
  target.push_back(':');
  append_digits(target, of_day.minutes().count(), 2);
  target.push_back(':');
  append_digits(target, of_day.seconds().count(), 2);
  if (encoding == TimestampEncoding::Rfc3339Ms) {
    target.push_back('.');
    append_digits(target, of_day.subseconds().count(), 3);
  }
  target.push_back('Z');
}

Value timestamp_value(Instant instant, TimestampEncoding encoding) {
  if (!is_text(encoding)) return epoch_count(instant, encoding);
  std::string text;
  append_timestamp(text, instant, encoding);
  return text;
}

bool is_representable(Instant instant) { return kFirst <= instant && instant <= kLast; }

void append_day(std::string& target, Day day) {
  const std::chrono::year_month_day date(day);
  append_digits(target, static_cast<int>(date.year()), 4);
  target.push_back('-');
  append_digits(target, static_cast<unsigned>(date.month()), 2);
  target.push_back('-');
  append_digits(target, static_cast<unsigned>(date.day()), 2);
}

std::string day_text(Day day) {
  std::string text;
  append_day(text, day);
  return text;
}

std::optional<Duration> parse_duration(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789.");
  if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
  const auto count = Number::parse(text.substr(0, digits));
  if (!count.ok()) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (text.substr(digits) != unit.name) continue;
    const auto product = multiply(*count, unit.milliseconds);
    const auto whole = product ? to_integer(*product) : std::nullopt;
    constexpr std::int64_t kThousandYears = 365'250 * 86'400'000LL;
    if (!whole || *whole > kThousandYears) return std::nullopt;
    return Duration(*whole);
  }
  return std::nullopt;
}

std::string duration_text(Duration duration) {
  const std::int64_t count = duration.count();
  for (const Unit& unit : kUnits) {
    // Weeks are read and not written: 14d says it as well, and 90d is no number of weeks.
    if (unit.name == "w" || count % unit.milliseconds != 0) continue;
    return std::to_string(count / unit.milliseconds).append(unit.name);
  }
  return "0s";
}

}  // namespace partita::model
