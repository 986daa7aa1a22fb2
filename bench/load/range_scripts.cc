#include "range_scripts.h"

#include <fmt/format.h>

#include "answers.h"

namespace partita::load {
namespace {

constexpr std::uint64_t kItemsOfQuery = 50;
constexpr std::uint64_t kSecondsOfQuery = 600;
constexpr std::size_t kItemsOfPage = 500;
constexpr std::string_view kDateLabel = R"("created_date":{"S":")";
constexpr std::size_t kDateChars = 24;

void append_value(std::string& body, std::string_view name, std::string_view text) {
  fmt::format_to(std::back_inserter(body), R"("{}":{{"S":"{}"}})", name, text);
}

// The part of the answer that has the items: LastEvaluatedKey has a created_date of its own.
std::string_view without(std::string_view body, std::string_view part) {
  // Servers write it before or behind the items, never between them.
  if (part.empty()) return body;
  const auto before = static_cast<std::size_t>(part.data() - body.data());
  const auto behind = body.substr(before + part.size());
  return before > behind.size() ? body.substr(0, before) : behind;
}

}  // namespace

bool QueryScript::next(std::string& body) {
  first_ = random_.below(items_ - kSecondsOfQuery);
  std::string from;
  std::string to;
  append_created_date(from, first_);
  append_created_date(to, first_ + kSecondsOfQuery - 1);
  fmt::format_to(std::back_inserter(body),
                 R"({{"TableName":"{}","IndexName":"{}","Limit":{},"KeyConditionExpression":)"
                 R"("stage = :stage AND created_date BETWEEN :from AND :to",)"
                 R"("ExpressionAttributeValues":{{)",
                 kTable, kStageIndex, kItemsOfQuery);
  append_value(body, ":stage", stage_of(first_));
  body += ',';
  append_value(body, ":from", from);
  body += ',';
  append_value(body, ":to", to);
  body += "}}";
  return true;
}

Result<std::size_t> QueryScript::check(const Answer& answer, Depth depth) {
  TRY(expect_success(answer));
  std::string first_date;
  append_created_date(first_date, first_);
  if (!contains(answer, first_date) || !contains(answer, R"("Count":50)") ||
      !contains(answer, R"("LastEvaluatedKey":{)")) {
    return wrong_answer(fmt::format("not the 50 messages from {}", first_date), answer);
  }
  if (depth == Depth::Whole) TRY(check_whole(answer));
  return kItemsOfQuery;
}

Status QueryScript::check_whole(const Answer& answer) const {
  const auto json = TRY(parse_answer(answer));
  const Json* const items = json.find("Items");
  const Json* const last_key = json.find("LastEvaluatedKey");
  if (items == nullptr || items->elements.size() != kItemsOfQuery || last_key == nullptr) {
    return wrong_answer("not 50 messages", answer);
  }
  std::uint64_t expected = first_;
  for (const Json& item : items->elements) {
    if (TRY(identify(item)).number != expected) {
      return wrong_answer(fmt::format("message {} is not in its place", expected), answer);
    }
    expected += kStages.size();
  }
  const Json& last = items->elements.back();
  for (const std::string_view name : {"message_id", "stage", "created_date"}) {
    if (last_key->members.size() != 3 ||
        last_key->attribute(name, "S") != last.attribute(name, "S"))
      return wrong_answer("LastEvaluatedKey is not the key of the last item", answer);
  }
  return {};
}

bool ScanScript::next(std::string& body) {
  fmt::format_to(std::back_inserter(body), R"({{"TableName":"{}","Limit":{})", kTable,
                 kItemsOfPage);
  if (!last_evaluated_key_.empty()) {
    body += R"(,"ExclusiveStartKey":)";
    body += last_evaluated_key_;
  }
  body += '}';
  return true;
}

Result<std::size_t> ScanScript::check(const Answer& answer, Depth depth) {
  TRY(expect_success(answer));
  const auto last_key = object_behind(answer.body, "LastEvaluatedKey");
  const auto items = TRY(mark_seen(answer, without(answer.body, last_key)));
  if (items > kItemsOfPage) return wrong_answer("more items than the limit", answer);
  if (depth == Depth::Whole) TRY(check_whole(answer, items));
  last_evaluated_key_ = last_key;
  if (last_evaluated_key_.empty()) TRY(end_pass(answer));
  return items;
}

// Every message of the page by its date, whatever else there is: this much is done for each answer.
Result<std::size_t> ScanScript::mark_seen(const Answer& answer, std::string_view text) {
  std::size_t items = 0;
  for (auto at = find_text(text, kDateLabel); at != std::string_view::npos;
       at = find_text(text, kDateLabel, at + kDateChars)) {
    const auto number = number_of_date(text.substr(at + kDateLabel.size(), kDateChars));
    if (!number || *number >= seen_.size()) return wrong_answer("not a message", answer);
    if (seen_[*number]) return wrong_answer(fmt::format("message {} twice", *number), answer);
    seen_[*number] = true;
    ++items;
  }
  seen_count_ += items;
  return items;
}

Status ScanScript::check_whole(const Answer& answer, std::size_t items) const {
  const auto json = TRY(parse_answer(answer));
  const Json* const list = json.find("Items");
  const Json* const count = json.find("Count");
  if (list == nullptr || count == nullptr || count->text != std::to_string(items) ||
      list->elements.size() != items) {
    return wrong_answer("Count is not the number of items", answer);
  }
  for (const Json& item : list->elements) TRY(identify(item));
  return {};
}

Status ScanScript::end_pass(const Answer& answer) {
  if (seen_count_ != seen_.size()) {
    return wrong_answer(
        fmt::format("the scan ended after {} of {} messages", seen_count_, seen_.size()), answer);
  }
  seen_.assign(seen_.size(), false);
  seen_count_ = 0;
  ++passes_;
  return {};
}

}  // namespace partita::load
