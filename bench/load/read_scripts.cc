#include "read_scripts.h"

#include <fmt/format.h>

#include <set>

#include "answers.h"

namespace partita::load {
namespace {

constexpr std::size_t kKeysOfBatch = 100;

void append_get(std::string& body, std::uint64_t number) {
  body += R"({"TableName":")";
  body += kTable;
  body += R"(","Key":)";
  append_key(body, number);
}

Result<Message> message_of(const Answer& answer) {
  const auto json = TRY(parse_answer(answer));
  const Json* const item = json.find("Item");
  if (item == nullptr) return wrong_answer("an item is missing", answer);
  auto message = identify(*item);
  if (!message.ok()) return wrong_answer(message.error().message(), answer);
  return message;
}

}  // namespace

bool GetScript::next(std::string& body) {
  number_ = random_.below(items_);
  append_get(body, number_);
  body += '}';
  return true;
}

Result<std::size_t> GetScript::check(const Answer& answer, Depth depth) {
  TRY(expect_success(answer));
  std::string id;
  append_id(id, number_);
  if (!contains(answer, id)) return wrong_answer(fmt::format("not the item {}", id), answer);
  if (depth == Depth::Whole && TRY(message_of(answer)).number != number_) {
    return wrong_answer(fmt::format("not the item {}", id), answer);
  }
  return 1;
}

bool ReadBackScript::next(std::string& body) {
  if (asked_ == messages_.size()) return false;
  append_get(body, messages_[asked_++].number);
  body += R"(,"ConsistentRead":true})";
  return true;
}

Result<std::size_t> ReadBackScript::check(const Answer& answer, Depth) {
  const auto message = TRY(message_of(answer));
  const auto& expected = messages_[asked_ - 1];
  if (message == expected) return 1;
  return wrong_answer(fmt::format("an acknowledged write is lost: version {} of message {}",
                                  expected.revision, expected.number),
                      answer);
}

// Evenly over the table, so that no number comes twice.
std::uint64_t BatchGetScript::number_at(std::size_t place) const {
  return (first_ + place * (items_ / kKeysOfBatch)) % items_;
}

bool BatchGetScript::next(std::string& body) {
  first_ = random_.below(items_);
  body += R"({"RequestItems":{")";
  body += kTable;
  body += R"(":{"Keys":)";
  for (std::size_t place = 0; place < kKeysOfBatch; ++place) {
    body += place == 0 ? '[' : ',';
    append_key(body, number_at(place));
  }
  body += "]}}}";
  return true;
}

Result<std::size_t> BatchGetScript::check(const Answer& answer, Depth depth) {
  TRY(expect_success(answer));
  if (count_of(answer, R"("message_id":{"S":)") != kKeysOfBatch) {
    return wrong_answer("not all the items of the batch", answer);
  }
  if (depth == Depth::Quick) return kKeysOfBatch;
  std::set<std::uint64_t> missing;
  for (std::size_t place = 0; place < kKeysOfBatch; ++place) missing.insert(number_at(place));
  const auto json = TRY(parse_answer(answer));
  const Json* const responses = json.find("Responses");
  const Json* const items = responses == nullptr ? nullptr : responses->find(kTable);
  if (items == nullptr) return wrong_answer("no items", answer);
  for (const Json& item : items->elements) missing.erase(TRY(identify(item)).number);
  if (!missing.empty()) return wrong_answer("other items than asked for", answer);
  return kKeysOfBatch;
}

RawScript::RawScript(std::uint64_t items, std::uint64_t seed)
    : items_(items), random_(seed), expected_(sample_answer()) {}

bool RawScript::next(std::string& body) {
  append_get(body, random_.below(items_));
  body += '}';
  return true;
}

Result<std::size_t> RawScript::check(const Answer& answer, Depth) {
  TRY(expect_success(answer));
  if (answer.body != expected_) return wrong_answer("not the static body", answer);
  return 1;
}

std::string sample_answer() {
  std::string body = R"({"Item":)";
  append_item(body, {});
  body += '}';
  return body;
}

}  // namespace partita::load
