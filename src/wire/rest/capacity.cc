#include "wire/rest/capacity.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <vector>

#include "dynamodb/scaling/capacity_series.h"
#include "dynamodb/scaling/consumption_rows.h"
#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "modelled/serving/failure.h"
#include "wire/rest/item_changes.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using scaling::CapacitySeries;
using serving::FailureKind;

constexpr std::int64_t kMillisecondsOfMinute = 60'000;

Error not_so(FailureKind kind, std::string message) {
  return serving::failure(kind, std::move(message));
}

Result<std::int64_t> minutes_of(const std::string& last) {
  const auto duration = model::parse_duration(last);
  const auto minutes =
      duration ? std::chrono::ceil<std::chrono::minutes>(*duration).count() : std::int64_t{0};
  if (minutes < 1 || minutes > scaling::kMinutesOfDay) {
    return not_so(FailureKind::BadArgument,
                  fmt::format("`last` is {}; it is a time from 1m to 24h", last));
  }
  return minutes;
}

Result<scaling::SeriesOf> series_in(const operations::ReadContext& context,
                                    const std::string& query) {
  auto parameters = TRY(RestQuery::parse(query));
  const auto table = parameters.take("table");
  const auto index = parameters.take("index");
  const auto minutes = TRY(minutes_of(parameters.take("last").value_or("24h")));
  if (!table || !parameters.all().empty()) {
    return not_so(FailureKind::BadArgument,
                  "of which table? `table`, `index` and `last` are the parameters");
  }
  const auto stored = context.catalog.find(*table);
  if (!stored) return not_so(FailureKind::NotFound, "there is no table " + *table);
  if (index) {
    const auto* found = stored->find_index(*index);
    if (found == nullptr || found->kind != catalog::IndexKind::Global) {
      return not_so(FailureKind::NotFound,
                    fmt::format("table {} has no global index {}", *table, *index));
    }
  }
  const auto now = std::chrono::floor<std::chrono::minutes>(context.clock.wall_now());
  const std::int64_t last = now.time_since_epoch().count();
  return scaling::SeriesOf{
      .table = *table, .index = index.value_or(""), .first = last - minutes + 1, .last = last};
}

template <typename Numbers>
void write_numbers(JsonText& json, std::string_view name, const Numbers& numbers) {
  json.array(name);
  for (const auto number : numbers) {
    if constexpr (std::is_same_v<typename Numbers::value_type, double>) {
      json.raw(fmt::format("{:.2f}", number));
    } else {
      json.raw(fmt::format("{}", number));
    }
  }
  json.close_array();
}

void write_direction(JsonText& json, std::string_view name,
                     const CapacitySeries::Direction& direction) {
  json.object(name);
  write_numbers(json, "consumed", direction.consumed);
  write_numbers(json, "provisioned", direction.provisioned);
  write_numbers(json, "throttled", direction.throttled);
  json.close_object();
}

}  // namespace

Task<Result<std::string>> capacity_document(const operations::ReadContext& context,
                                            std::string query) {
  const auto wanted = series_in(context, query);
  CO_TRY(wanted);
  const auto series = co_await scaling::capacity_series(context.view(), *wanted);
  CO_TRY(series);
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("table", wanted->table);
  if (!wanted->index.empty()) json.member("index", wanted->index);
  json.member("from", moment_text(series->first_minute * kMillisecondsOfMinute));
  json.member("step_seconds", 60);
  write_direction(json, "reads", series->reads);
  write_direction(json, "writes", series->writes);
  json.close_object();
  co_return std::move(json).take();
}

}  // namespace partita::rest
