#include "store/query/read_page.h"

#include <utility>

#include "store/query/item_fetch.h"
#include "store/query/page_output.h"
#include "store/query/row_walk.h"

namespace partita::query {
namespace {

Task<Result<Page>> read_page_of_rows(const engine::View& view, const ReadPlan& plan) {
  Page page;
  const auto add = [&](const ItemView& row, const WalkProgress&) { add_to_page(page, plan, row); };
  auto walk = co_await walk_rows(view, plan, add);
  CO_TRY(walk);
  page.scanned_count = walk->progress.scanned_count;
  page.last_evaluated_key = std::move(walk->last_evaluated_key);
  const double units = items::read_units(walk->progress.bytes, plan.consistency);
  (plan.source.index != nullptr ? page.units.index : page.units.table) = units;
  co_return page;
}

}  // namespace

keys::KeyRange rest_of(keys::KeyRange range, engine::Direction direction, ByteView row_key) {
  return direction == engine::Direction::Forward ? keys::rest_after(std::move(range), row_key)
                                                 : keys::rest_before(std::move(range), row_key);
}

Task<Result<Page>> read_page(const engine::View& view, const ReadPlan& plan) {
  return plan.output == Output::Items ? read_page_of_items(view, plan)
                                      : read_page_of_rows(view, plan);
}

}  // namespace partita::query
