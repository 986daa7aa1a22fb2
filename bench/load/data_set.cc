#include "data_set.h"

#include <charconv>
#include <chrono>

namespace partita::load {
namespace {

// 2025-10-01T00:00:00Z: message number n was created n seconds later.
constexpr std::uint64_t kFirstSecond = 1'759'276'800;
constexpr std::uint64_t kSecondsOfDay = 86'400;
constexpr std::size_t kDateChars = 24;
constexpr std::size_t kUuidChars = 36;

constexpr std::array<std::string_view, 5> kStatuses = {"created", "queued", "processing",
                                                       "completed", "failed"};
constexpr std::array<std::string_view, 4> kTypes = {"scheduled_hello", "manual_notification",
                                                    "web_action", "scheduled_report"};

// The finalizer of MurmurHash3: neighbours get ids that are far apart, and no two the same.
std::uint64_t scatter(std::uint64_t number) {
  number = (number ^ (number >> 33)) * 0xff51afd7ed558ccd;
  number = (number ^ (number >> 33)) * 0xc4ceb9fe1a85ec53;
  return number ^ (number >> 33);
}

void append_digits(std::string& text, std::uint64_t value, std::size_t digits) {
  const std::size_t start = text.size();
  text.append(digits, '0');
  for (std::size_t at = start + digits; at > start; value /= 10) {
    text[--at] = static_cast<char>('0' + value % 10);
  }
}

void append_hex(std::string& text, std::uint64_t value, int digits) {
  for (int digit = digits - 1; digit >= 0; --digit) {
    text += "0123456789abcdef"[(value >> (4 * digit)) & 15];
  }
}

// 8-4-4-4-12 hexadecimal digits.
void append_uuid(std::string& text, std::uint64_t high, std::uint64_t low) {
  append_hex(text, high >> 32, 8);
  text += '-';
  append_hex(text, high >> 16, 4);
  text += '-';
  append_hex(text, high, 4);
  text += '-';
  append_hex(text, low >> 48, 4);
  text += '-';
  append_hex(text, low, 12);
}

void append_date(std::string& text, std::uint64_t second) {
  const std::chrono::sys_days day{std::chrono::days(second / kSecondsOfDay)};
  const std::chrono::year_month_day date(day);
  const std::uint64_t clock = second % kSecondsOfDay;
  append_digits(text, static_cast<std::uint64_t>(static_cast<int>(date.year())), 4);
  text += '-';
  append_digits(text, static_cast<unsigned>(date.month()), 2);
  text += '-';
  append_digits(text, static_cast<unsigned>(date.day()), 2);
  text += 'T';
  append_digits(text, clock / 3600, 2);
  text += ':';
  append_digits(text, clock / 60 % 60, 2);
  text += ':';
  append_digits(text, clock % 60, 2);
  text += ".000Z";
}

template <typename Number>
std::optional<Number> parse(std::string_view digits, int base) {
  Number number{};
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace

std::string_view stage_of(std::uint64_t number) { return kStages[number % kStages.size()]; }
std::string_view status_of(std::uint64_t number) {
  return kStatuses[number / kStages.size() % kStatuses.size()];
}

void append_id(std::string& text, std::uint64_t number) {
  append_uuid(text, scatter(number + 1), scatter(~number));
}

void append_created_date(std::string& text, std::uint64_t number) {
  append_date(text, kFirstSecond + number);
}

void append_updated_date(std::string& text, const Message& message) {
  append_date(text, kFirstSecond + message.number + message.revision % kSecondsOfDay);
}

void append_correlation_id(std::string& text, const Message& message) {
  append_uuid(text, scatter(message.number + 2), message.revision);
}

void append_key(std::string& json, std::uint64_t number) {
  json += R"({"message_id":{"S":")";
  append_id(json, number);
  json += R"("}})";
}

void append_item(std::string& json, const Message& message) {
  json += R"({"message_id":{"S":")";
  append_id(json, message.number);
  json += R"("},"created_date":{"S":")";
  append_created_date(json, message.number);
  json += R"("},"created_by":{"S":"scheduler"},"stage":{"S":")";
  json += stage_of(message.number);
  json += R"("},"message_type":{"S":")";
  json += kTypes[message.number % kTypes.size()];
  json += R"("},"status":{"S":")";
  json += status_of(message.number);
  json += R"("},"payload":{"M":{"text":{"S":"hello world"},"priority":{"S":"default"},)";
  json += R"("tags":{"L":[{"S":"scheduled"},{"S":"daily"}]}}},"updated_date":{"S":")";
  append_updated_date(json, message);
  json += R"("},"retry_count":{"N":"0"},"correlation_id":{"S":")";
  append_correlation_id(json, message);
  json += R"("},"ttl":{"N":")";
  append_digits(json, kFirstSecond + message.number + 90 * kSecondsOfDay, 10);
  json += R"("}})";
}

std::optional<std::uint64_t> number_of_date(std::string_view created_date) {
  if (created_date.size() != kDateChars) return std::nullopt;
  const auto part = [&](std::size_t at, std::size_t chars) {
    return parse<unsigned>(created_date.substr(at, chars), 10).value_or(99'999);
  };
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(part(0, 4))),
                                         std::chrono::month(part(5, 2)),
                                         std::chrono::day(part(8, 2)));
  if (!date.ok()) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  const std::uint64_t second = static_cast<std::uint64_t>(days) * kSecondsOfDay +
                               part(11, 2) * 3600 + part(14, 2) * 60 + part(17, 2);
  if (second < kFirstSecond) return std::nullopt;
  return second - kFirstSecond;
}

std::optional<Revision> revision_of(std::string_view correlation_id) {
  if (correlation_id.size() != kUuidChars) return std::nullopt;
  const auto high = parse<Revision>(correlation_id.substr(19, 4), 16);
  const auto low = parse<Revision>(correlation_id.substr(24), 16);
  if (!high || !low) return std::nullopt;
  return (*high << 48) | *low;
}

}  // namespace partita::load
