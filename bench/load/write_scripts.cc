#include "write_scripts.h"

#include <fmt/format.h>

#include <algorithm>

#include "answers.h"

namespace partita::load {
namespace {

constexpr std::uint64_t kItemsOfBatch = 25;
constexpr std::uint64_t kRefusedOneIn = 10;
constexpr std::string_view kNoStatus = "never";

std::string correlation_id_of(const Message& message) {
  std::string text;
  append_correlation_id(text, message);
  return text;
}

std::string updated_date_of(const Message& message) {
  std::string text;
  append_updated_date(text, message);
  return text;
}

// The members of an update, alone or in a transaction, without braces around them.
void append_update(std::string& body, const Message& message, std::string_view status) {
  body += R"("TableName":")";
  body += kTable;
  body += R"(","Key":)";
  append_key(body, message.number);
  fmt::format_to(std::back_inserter(body),
                 R"(,"UpdateExpression":"SET correlation_id = :revision, updated_date = :date, )"
                 R"(retry_count = if_not_exists(retry_count, :zero) + :one",)"
                 R"("ConditionExpression":"#status = :status",)"
                 R"("ExpressionAttributeNames":{{"#status":"status"}},)"
                 R"("ExpressionAttributeValues":{{":revision":{{"S":"{}"}},":date":{{"S":"{}"}},)"
                 R"(":zero":{{"N":"0"}},":one":{{"N":"1"}},":status":{{"S":"{}"}}}})",
                 correlation_id_of(message), updated_date_of(message), status);
}

void append_put(std::string& body, const Message& message) {
  body += R"({"TableName":")";
  body += kTable;
  body += R"(","Item":)";
  append_item(body, message);
  body += '}';
}

}  // namespace

WriterLog::WriterLog(const Writer& writer, std::uint64_t seed)
    : writer_(writer), random_(seed), next_revision_(writer.first_revision) {}

Message WriterLog::pick() {
  const std::uint64_t own = random_.below(writer_.items / writer_.writers);
  return {.number = own * writer_.writers + writer_.place, .revision = next_revision_++};
}

std::vector<Message> WriterLog::acknowledged() const {
  std::vector<Message> messages;
  messages.reserve(newest_.size());
  for (const auto& [number, revision] : newest_) messages.push_back({number, revision});
  return messages;
}

bool PutScript::next(std::string& body) {
  message_ = log_.pick();
  append_put(body, message_);
  return true;
}

Result<std::size_t> PutScript::check(const Answer& answer, Depth) {
  TRY(expect_empty(answer));
  log_.acknowledge(message_);
  return 1;
}

bool UpdateScript::next(std::string& body) {
  message_ = log_.pick();
  expects_refusal_ = log_.random().below(kRefusedOneIn) == 0;
  body += '{';
  append_update(body, message_, expects_refusal_ ? kNoStatus : status_of(message_.number));
  body += R"(,"ReturnValues":"UPDATED_NEW"})";
  return true;
}

Result<std::size_t> UpdateScript::check(const Answer& answer, Depth depth) {
  if (expects_refusal_) {
    TRY(expect_failure(answer, "ConditionalCheckFailedException"));
    return 1;
  }
  TRY(expect_success(answer));
  const std::string correlation_id = correlation_id_of(message_);
  if (!contains(answer, correlation_id)) return wrong_answer("not the update", answer);
  log_.acknowledge(message_);
  if (depth == Depth::Quick) return 1;
  const auto json = TRY(parse_answer(answer));
  const Json* const updated = json.find("Attributes");
  if (updated == nullptr || updated->members.size() != 3 ||
      updated->attribute("correlation_id", "S") != correlation_id ||
      updated->attribute("updated_date", "S") != updated_date_of(message_) ||
      updated->attribute("retry_count", "N").empty()) {
    return wrong_answer("not the three attributes that were set", answer);
  }
  return 1;
}

bool TransactScript::next(std::string& body) {
  put_ = log_.pick();
  do updated_ = log_.pick();
  while (updated_.number == put_.number);
  Message checked = log_.pick();
  while (checked.number == put_.number || checked.number == updated_.number) checked = log_.pick();

  body += R"({"TransactItems":[{"Put":)";
  append_put(body, put_);
  body += R"(},{"Update":{)";
  append_update(body, updated_, status_of(updated_.number));
  body += R"(}},{"ConditionCheck":{"TableName":")";
  body += kTable;
  body += R"(","Key":)";
  append_key(body, checked.number);
  body += R"~(,"ConditionExpression":"attribute_exists(message_id)"}}]})~";
  return true;
}

Result<std::size_t> TransactScript::check(const Answer& answer, Depth) {
  TRY(expect_empty(answer));
  log_.acknowledge(put_);
  log_.acknowledge(updated_);
  return 2;
}

bool LoadScript::next(std::string& body) {
  if (!must_repeat_) {
    first_ = progress_.next.fetch_add(kItemsOfBatch);
    end_ = std::min(first_ + kItemsOfBatch, progress_.end);
  }
  if (first_ >= end_) return false;
  body += R"({"RequestItems":{")";
  body += kTable;
  body += R"(":)";
  for (std::uint64_t number = first_; number < end_; ++number) {
    body += number == first_ ? '[' : ',';
    body += R"({"PutRequest":{"Item":)";
    append_item(body, {.number = number});
    body += "}}";
  }
  body += "]}}";
  return true;
}

Result<std::size_t> LoadScript::check(const Answer& answer, Depth) {
  TRY(expect_success(answer));
  if (!contains(answer, R"("UnprocessedItems":{)")) {
    return wrong_answer("no UnprocessedItems", answer);
  }
  // The whole batch again: a put of the same message changes nothing.
  must_repeat_ = !contains(answer, R"("UnprocessedItems":{})");
  if (must_repeat_) return 0;
  for (std::uint64_t number = first_; number < end_; ++number) {
    loaded_.push_back({.number = number});
  }
  return static_cast<std::size_t>(end_ - first_);
}

}  // namespace partita::load
