#include "answers.h"

#include <fmt/format.h>

#include "partita/base/crc32.h"

namespace partita::load {
namespace {

constexpr std::size_t kQuoteBytes = 600;

}  // namespace

Error wrong_answer(std::string_view complaint, const Answer& answer) {
  return Error::invalid_argument(fmt::format("{}; the answer was {} {}{}", complaint, answer.status,
                                             answer.body.substr(0, kQuoteBytes),
                                             answer.body.size() > kQuoteBytes ? "..." : ""));
}

bool contains(const Answer& answer, std::string_view text) {
  return find_text(answer.body, text) != std::string_view::npos;
}

std::size_t count_of(const Answer& answer, std::string_view text) {
  std::size_t count = 0;
  for (auto at = find_text(answer.body, text); at != std::string_view::npos;
       at = find_text(answer.body, text, at + text.size())) {
    ++count;
  }
  return count;
}

Status expect_success(const Answer& answer) {
  if (answer.status != 200) return wrong_answer("refused", answer);
  return {};
}

Status expect_failure(const Answer& answer, std::string_view kind) {
  if (answer.status != 400 || !contains(answer, kind)) {
    return wrong_answer(fmt::format("expected {}", kind), answer);
  }
  return {};
}

Status expect_empty(const Answer& answer) {
  TRY(expect_success(answer));
  if (answer.body != "{}") return wrong_answer("expected an empty object", answer);
  return {};
}

Result<Json> parse_answer(const Answer& answer) {
  TRY(expect_success(answer));
  if (answer.crc32 && *answer.crc32 != crc32(answer.body)) {
    return wrong_answer("x-amz-crc32 is not the sum of the body", answer);
  }
  auto json = parse_json(answer.body);
  if (!json.ok()) return wrong_answer(json.error().message(), answer);
  return json;
}

Result<Message> identify(const Json& item) {
  const auto number = number_of_date(item.attribute("created_date", "S"));
  const auto revision = revision_of(item.attribute("correlation_id", "S"));
  if (!number || !revision) return Error::invalid_argument("an item that is no message");
  const Message message{.number = *number, .revision = *revision};

  std::string text;
  append_item(text, message);
  Json expected = TRY(parse_json(text));
  // Updates count here; the data set does not know how many there were.
  const Json* const retries = item.find("retry_count");
  if (retries == nullptr || retries->members.size() != 1 ||
      item.attribute("retry_count", "N").empty()) {
    return Error::invalid_argument("an item without its retry_count");
  }
  expected.members.at("retry_count") = *retries;
  if (item != expected) {
    return Error::invalid_argument(fmt::format("an item that should have been {}", text));
  }
  return message;
}

}  // namespace partita::load
