#include "modelled/serving/read_rollup.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "dynamodb/operations/table_access.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/rollups/rollup_program.h"
#include "modelled/serving/argument_values.h"
#include "modelled/serving/failure.h"

namespace partita::serving {
namespace {

using model::Rollup;

constexpr std::string_view kWindow = "window";
constexpr std::string_view kUntil = "until";
constexpr std::string_view kPartial = "partial";

ParameterNames names_of(const Rollup& rollup) {
  ParameterNames names{.taker = rollup.name, .required = {}, .optional = {kPartial}};
  if (!rollup.windows.empty()) {
    names.optional.push_back(kWindow);
    names.optional.push_back(kUntil);
  }
  for (const model::GroupKey& column : rollup.group_by) names.optional.push_back(column.name);
  return names;
}

std::string windows_text(const Rollup& rollup) {
  std::string text;
  for (const model::Duration window : rollup.windows) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", model::duration_text(window));
  }
  return text;
}

Result<std::optional<model::Duration>> window_of(const Rollup& rollup, const Arguments& arguments) {
  const std::string* text = arguments.find(kWindow);
  if (text == nullptr) return std::optional<model::Duration>();
  const auto window = model::parse_duration(*text);
  if (!window) {
    return bad_argument(fmt::format("window: `{}` is no duration such as 24h; {} has {}", *text,
                                    rollup.name, windows_text(rollup)));
  }
  return window;
}

// The moment that the window ends at. The parts of a rollup are kept for its longest window, so a
// window in the past must begin within that.
Result<model::Instant> end_of(const Rollup& rollup, const rollups::RollupQuery& query,
                              const Arguments& arguments, model::Instant now) {
  const std::string* text = arguments.find(kUntil);
  if (text == nullptr) return now;
  const auto until = model::parse_rfc3339(*text);
  if (!until) {
    return bad_argument(
        fmt::format("until: `{}` is no instant such as 2026-10-21T14:30:00Z", *text));
  }
  if (!query.window) return bad_argument("until: it is the end of a window, so say `window`, too");
  const auto longest = *std::max_element(rollup.windows.begin(), rollup.windows.end());
  if (*until > now || *until - *query.window < now - longest) {
    return bad_argument(fmt::format(
        "until: the window must lie within the last {} that {} keeps, and not end after now",
        model::duration_text(longest), rollup.name));
  }
  return *until;
}

// The type of a column's values: that of the attribute it is, or what its formula gives.
model::AttributeType column_type(const Rollup& rollup, const model::GroupKey& column) {
  const auto* type = asked_type(*rollup.of, column.value.text());
  if (type != nullptr) return *type;
  model::AttributeType made;
  if (column.value.type() == model::FormulaType::Number) made.kind = model::AttributeKind::Number;
  if (column.value.type() == model::FormulaType::Bool) made.kind = model::AttributeKind::Bool;
  return made;
}

Result<rollups::RollupQuery> query_of(const Rollup& rollup, const Arguments& arguments) {
  TRY(check_arguments(arguments, names_of(rollup)));
  rollups::RollupQuery query;
  query.window = TRY(window_of(rollup, arguments));
  for (const model::GroupKey& column : rollup.group_by) {
    const std::string* text = arguments.find(column.name);
    if (text == nullptr) continue;
    const auto type = column_type(rollup, column);
    query.filters.push_back({column.name, TRY(argument_value(column.name, *text, &type))});
  }
  return query;
}

Result<bool> takes_partial(const Arguments& arguments) {
  const std::string* text = arguments.find(kPartial);
  if (text == nullptr) return false;
  if (*text != "0" && *text != "1") return bad_argument("partial: it is 0 or 1");
  return *text == "1";
}

// The plan that the table keeps the rollup by, or null.
const rollups::RollupPlan* find_plan(const catalog::Table& table, std::string_view rollup) {
  const auto* rules = enforcement::model_rules_of(table);
  const auto* program = rules == nullptr ? nullptr : rules->rollups();
  return program == nullptr ? nullptr : program->find(rollup);
}

Error still_building(const Rollup& rollup, double built) {
  return failure(
      FailureKind::StillBuilding,
      fmt::format("rollup {} is being built, {:.0f} % of the table is counted; partial=1 "
                  "gives what there is",
                  rollup.name, built * 100),
      "R401");
}

Result<rollups::RollupAnswer> checked(const Rollup& rollup, Result<rollups::RollupAnswer> answer,
                                      bool takes_part) {
  if (!answer.ok()) {
    if (answer.error().kind() != ErrorKind::InvalidArgument) return answer;
    return bad_argument(answer.error().message());
  }
  if (answer->built < 1 && !takes_part) return still_building(rollup, answer->built);
  return answer;
}

}  // namespace

Task<Result<rollups::RollupAnswer>> read_rollup(const PatternContext& context, const ServedModel&,
                                                const Rollup& rollup, const Arguments& arguments) {
  auto query = query_of(rollup, arguments);
  CO_TRY(query);
  auto takes_part = takes_partial(arguments);
  CO_TRY(takes_part);
  auto table = operations::find_table(context.operations, rollup.of->table->name);
  CO_TRY(table);
  const rollups::RollupPlan* plan = find_plan(**table, rollup.name);
  if (plan == nullptr) {
    co_return failure(FailureKind::NotServed,
                      fmt::format("rollup {} is not kept by the server", rollup.name));
  }
  const auto now = std::chrono::floor<model::Duration>(context.operations.clock.wall_now());
  auto until = end_of(rollup, *query, arguments, now);
  CO_TRY(until);
  query->now = *until;
  const operations::Moment moment = context.operations.one_moment();
  auto answer = co_await rollups::read(moment.view(), *plan, *query);
  co_return checked(rollup, std::move(answer), *takes_part);
}

}  // namespace partita::serving
