#include "modelled/rollups/rollup_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "modelled/rollups/group_key.h"
#include "modelled/rollups/group_reader.h"

namespace partita::rollups {
namespace {

std::string column_names(const model::Rollup& rollup) {
  std::string names;
  for (const model::GroupKey& group : rollup.group_by) {
    names.append(names.empty() ? "" : ", ").append(group.name);
  }
  return names.empty() ? "nothing" : names;
}

Result<GroupReader::Pattern> pattern_of(const RollupPlan& plan, const RollupQuery& query) {
  const auto& columns = plan.rollup().group_by;
  GroupReader::Pattern pattern(columns.size());
  for (const GroupFilter& filter : query.filters) {
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const auto& each) { return each.name == filter.column; });
    if (column == columns.end()) {
      return Error::invalid_argument(
          fmt::format("rollup `{}` does not group by `{}`; it groups by {}", plan.rollup().name,
                      filter.column, column_names(plan.rollup())));
    }
    Bytes value;
    append_group_value(value, filter.value);
    pattern[static_cast<std::size_t>(column - columns.begin())] = std::move(value);
  }
  return pattern;
}

Status check_window(const RollupPlan& plan, model::Duration window) {
  const auto& rollup = plan.rollup();
  if (!plan.is_windowed()) {
    return Error::invalid_argument(fmt::format(
        "rollup `{}` has no windows, only what is counted over all of time", rollup.name));
  }
  if (window <= model::Duration(0) || window > plan.longest_window()) {
    return Error::invalid_argument(
        fmt::format("a window of rollup `{}` is longer than 0s and at most {}", rollup.name,
                    model::duration_text(plan.longest_window())));
  }
  return {};
}

// The minutes that a query is about; nullopt: all of time.
struct Span {
  Minute begin;
  Minute end;
};

Result<std::optional<Span>> span_of(const RollupPlan& plan, const RollupQuery& query) {
  if (!query.window) return std::optional<Span>();
  TRY(check_window(plan, *query.window));
  const Minute begin = minute_of(query.now - *query.window).value_or(0);
  return std::optional(Span{.begin = begin, .end = minute_of(query.now).value_or(begin) + 1});
}

Result<RollupRow> row_of(const RollupPlan& plan, ByteView group, const Aggregate& aggregate) {
  return RollupRow{.group = TRY(decode_group(group, plan.columns())),
                   .items = aggregate.sums.items,
                   .measures = measure_values(plan, aggregate)};
}

// What is known of a group that was listed; only totals without extremes are known already.
Task<Result<Aggregate>> complete(GroupReader& reader, const RollupPlan& plan,
                                 GroupReader::Group group, const std::optional<Span>& span) {
  if (!span && !plan.has_extremes()) {
    Aggregate known{.sums = std::move(group.sums), .extremes = {}};
    co_return known;
  }
  const auto buckets = span ? cover(span->begin, span->end) : total_bucket();
  co_return co_await reader.aggregate(group.key, buckets);
}

// Without `group_by` there is one group, with or without items.
void add_only_group(const RollupPlan& plan, std::vector<GroupReader::Group>& groups) {
  if (plan.columns() > 0 || !groups.empty()) return;
  Sums none{.items = 0, .slots = std::vector<SlotSum>(plan.slots().size())};
  groups.push_back({.key = {}, .sums = std::move(none)});
}

}  // namespace

Task<Result<RollupAnswer>> read(const engine::View& view, const RollupPlan& plan,
                                const RollupQuery& query) {
  auto pattern = pattern_of(plan, query);
  CO_TRY(pattern);
  auto span = span_of(plan, query);
  CO_TRY(span);
  GroupReader reader(view, plan);
  auto groups = co_await reader.list(*pattern, query.groups_max);
  CO_TRY(groups);
  add_only_group(plan, *groups);
  RollupAnswer answer;
  answer.has_more = groups->size() > query.groups_max;
  if (answer.has_more) groups->resize(query.groups_max);
  if (*span) {
    answer.from = start_of((*span)->begin);
    answer.until = start_of((*span)->end);
  }
  for (GroupReader::Group& group : *groups) {
    const Bytes key = group.key;
    auto aggregate = co_await complete(reader, plan, std::move(group), *span);
    CO_TRY(aggregate);
    if (aggregate->sums.items == 0 && plan.columns() > 0) continue;
    auto row = row_of(plan, key, *aggregate);
    CO_TRY(row);
    answer.rows.push_back(std::move(*row));
  }
  auto position = co_await building::read_position(view, plan_rows(plan.ref()).position_key);
  CO_TRY(position);
  answer.built = position->fraction();
  answer.rows_read = reader.rows_read();
  co_return answer;
}

Task<Result<Aggregate>> read_group(const engine::View& view, const RollupPlan& plan,
                                   ByteView group) {
  GroupReader reader(view, plan);
  const auto buckets = total_bucket();
  co_return co_await reader.aggregate(group, buckets);
}

}  // namespace partita::rollups
