#include "wire/protocol/sigv4_time.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::protocol {
namespace {

constexpr std::string_view kForm = "00000000T000000Z";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool has_form(std::string_view text) {
  return std::equal(text.begin(), text.end(), kForm.begin(), kForm.end(),
                    [](char c, char form) { return form == '0' ? is_digit(c) : c == form; });
}

// REQUIRES: digits only.
int number_of(std::string_view digits) {
  int number = 0;
  for (const char c : digits) number = number * 10 + (c - '0');
  return number;
}

}  // namespace

std::optional<std::chrono::sys_seconds> parse_signing_time(std::string_view text) {
  if (!has_form(text)) return std::nullopt;
  const auto field = [&](std::size_t begin) { return number_of(text.substr(begin, 2)); };
  const std::chrono::year_month_day date(std::chrono::year(number_of(text.substr(0, 4))),
                                         std::chrono::month(static_cast<unsigned>(field(4))),
                                         std::chrono::day(static_cast<unsigned>(field(6))));
  const int hour = field(9);
  const int minute = field(11);
  const int second = field(13);
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         std::chrono::seconds(second);
}

std::string format_signing_time(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace partita::protocol
