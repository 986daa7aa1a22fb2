#include "modelled/registry/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "model/rules/table_rules.h"
#include "modelled/registry/item_examiner.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_range.h"

namespace partita::registry {
namespace {

constexpr std::size_t kPageItems = 500;

model::Instant now_of(const Clock& clock) {
  return std::chrono::floor<model::Duration>(clock.wall_now());
}

Status examine(ItemExaminer& examiner, ByteView bytes) {
  examiner.examine(TRY(ItemView::parse(bytes)));
  return {};
}

// What is left of a walk over a table.
struct Walk {
  keys::KeyRange rest;
  bool is_at_end = false;
};

Task<Status> examine_page(const engine::View& view, Walk& walk, std::size_t items_max,
                          ItemExaminer& examiner) {
  Bytes last;
  std::size_t seen = 0;
  Status examined;
  const auto visit = [&](ByteView key, ByteView value) {
    examined = examine(examiner, value);
    if (!examined.ok()) return engine::Visit::Stop;
    if (++seen < items_max) return engine::Visit::Continue;
    last = key;
    return engine::Visit::Stop;
  };
  const engine::Range range{.begin = walk.rest.begin, .end = walk.rest.end, .rows_hint = items_max};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(examined);
  walk.is_at_end = seen < items_max;
  if (!walk.is_at_end) walk.rest = keys::rest_after(std::move(walk.rest), last);
  co_return Status{};
}

Status tell_count(const ImpactOptions& options, const operations::Context& context,
                  const catalog::Table& table, std::uint64_t items) {
  const auto counts = context.catalog.statistics().counts_of(table.id, keys::IndexId::Base);
  ApplyProgress progress{.table = table.name, .activity = "checking items", .done = items};
  if (counts.items > 0) progress.total = static_cast<std::uint64_t>(counts.items);
  return tell(options.report, progress);
}

}  // namespace

Task<Result<Impact>> measure_impact(operations::Context& context, ModelPointer model,
                                    const model::Table& table, const ImpactOptions& options) {
  auto rules = rules::TableRules::compile(std::move(model), table, options.migrations);
  CO_TRY(rules);
  const auto stored = context.catalog.find(table.name);
  if (!stored) co_return Error::not_found(fmt::format("there is no table {}", table.name));
  ItemExaminer examiner(*rules, now_of(context.clock));
  Walk walk{.rest = keys::index_range(stored->id, keys::IndexId::Base)};
  while (!walk.is_at_end && examiner.items() < options.items_max) {
    const auto left = options.items_max - examiner.items();
    const auto page = static_cast<std::size_t>(std::min<std::uint64_t>(kPageItems, left));
    Status examined = co_await examine_page(context.engine, walk, page, examiner);
    CO_TRY(examined);
    Status told = tell_count(options, context, *stored, examiner.items());
    CO_TRY(told);
    // Others on this executor have waited for a page.
    co_await pause(std::chrono::nanoseconds(0));
  }
  Impact impact = std::move(examiner).take();
  impact.table = table.name;
  impact.is_complete = impact.is_complete && walk.is_at_end;
  co_return impact;
}

}  // namespace partita::registry
