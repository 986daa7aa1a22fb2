#include "wire/rest/expiry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

#include "language/value/json_text.h"
#include "modelled/serving/failure.h"
#include "store/expiry/expiry_time.h"
#include "store/expiry/outlook.h"
#include "wire/protocol/attribute_json.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using expiry::Outlook;
using expiry::OutlookOf;
using serving::FailureKind;

constexpr std::int64_t kStepSecondsMax = 31 * 86'400;
constexpr std::int64_t kStepsMax = 1000;
constexpr std::int64_t kSecondMax = std::int64_t{1} << 40;
constexpr std::int64_t kDueItemsMax = 100;
// What is late is deleted soon, so there is little of it, unless the sweeper is behind.
constexpr std::uint64_t kLateSecondsMax = 5ULL * 366 * 86'400;

struct ExpiryQuestion {
  catalog::TablePointer table;
  OutlookOf outlook;
  std::uint64_t now = 0;
};

Error refused(FailureKind kind, std::string message) {
  return serving::failure(kind, std::move(message));
}

struct Bounds {
  std::int64_t fallback;
  std::int64_t most;
};

// A number of the query that is within bounds.
Result<std::int64_t> bounded(RestQuery& query, std::string_view name, Bounds bounds) {
  const auto text = query.take(name);
  if (!text) return bounds.fallback;
  std::int64_t given = -1;
  const char* const end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, given);
  const bool is_number = read.ec == std::errc() && read.ptr == end;
  if (is_number && given >= 0 && given <= bounds.most) return given;
  return refused(FailureKind::BadArgument,
                 fmt::format("{}: a whole number up to {}, not `{}`", name, bounds.most, *text));
}

Result<ExpiryQuestion> expiry_question(const operations::ReadContext& context,
                                       const std::string& text) {
  auto query = TRY(RestQuery::parse(text));
  ExpiryQuestion question{
      .table = {}, .outlook = {}, .now = expiry::second_of(context.clock.wall_now())};
  const auto name = query.take("table");
  const Bounds of_from{.fallback = static_cast<std::int64_t>(question.now), .most = kSecondMax};
  const auto from = TRY(bounded(query, "from", of_from));
  const auto step = TRY(bounded(query, "step", {.fallback = 3600, .most = kStepSecondsMax}));
  const auto steps = TRY(bounded(query, "steps", {.fallback = 24, .most = kStepsMax}));
  const auto items = TRY(bounded(query, "items", {.fallback = 0, .most = kDueItemsMax}));
  if (!name || !query.all().empty() || step == 0 || steps == 0) {
    return refused(
        FailureKind::BadArgument,
        "of which table? `table`, `from`, `step`, `steps` and `items` are the parameters");
  }
  question.table = context.catalog.find(*name);
  if (!question.table) {
    return refused(FailureKind::NotFound, fmt::format("there is no table `{}`", *name));
  }
  question.outlook = {.from = static_cast<std::uint64_t>(from),
                      .step = static_cast<std::uint64_t>(step),
                      .steps = static_cast<std::size_t>(steps),
                      .items_max = static_cast<std::size_t>(items)};
  return question;
}

void write_due(JsonText& json, const catalog::Table& table, const Outlook::Due& due) {
  const auto item = ItemView::from_valid(due.item);
  json.open_object();
  json.member("at", due.second);
  json.object("key");
  for (const MemberView& attribute : item.attributes()) {
    if (table.key.find(attribute.name) == nullptr) continue;
    std::string value;
    protocol::append_json(value, attribute.value);
    json.name(attribute.name);
    json.raw(value);
  }
  json.close_object();
  json.close_object();
}

void write_late(JsonText& json, const Outlook& late) {
  json.object("late");
  json.member("items", late.counts.front());
  if (!late.first.empty()) json.member("oldest", late.first.front().second);
  json.close_object();
}

std::string expiry_text(const ExpiryQuestion& question, const Outlook& coming,
                        const Outlook& late) {
  const catalog::Table& table = *question.table;
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("table", table.name);
  json.flag("enabled", table.ttl_attribute.has_value());
  if (table.ttl_attribute) json.member("attribute", *table.ttl_attribute);
  json.member("now", question.now);
  json.member("from", question.outlook.from);
  json.member("step_seconds", question.outlook.step);
  json.array("counts");
  for (const auto count : coming.counts) json.raw(fmt::format("{}", count));
  json.close_array();
  json.flag("estimate", coming.is_estimate || late.is_estimate);
  write_late(json, late);
  json.array("first");
  for (const auto& due : coming.first) write_due(json, table, due);
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

}  // namespace

Task<Result<std::string>> expiry_document(const operations::ReadContext& context,
                                          std::string query) {
  const auto question = expiry_question(context, query);
  CO_TRY(question);
  const std::uint64_t now = question->now;
  const OutlookOf of_late{.from = now - std::min(now, kLateSecondsMax),
                          .step = kLateSecondsMax,
                          .steps = 1,
                          .items_max = 1};
  Outlook coming{.counts = std::vector<std::uint64_t>(question->outlook.steps)};
  Outlook late{.counts = std::vector<std::uint64_t>(1)};
  if (question->table->ttl_attribute) {
    auto read = co_await expiry::read_outlook(context.view(), *question->table, question->outlook);
    CO_TRY(read);
    auto overdue = co_await expiry::read_outlook(context.view(), *question->table, of_late);
    CO_TRY(overdue);
    coming = std::move(*read);
    late = std::move(*overdue);
  }
  co_return expiry_text(*question, coming, late);
}

}  // namespace partita::rest
