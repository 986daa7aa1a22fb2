#include "store/query/row_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "partita/value/measure.h"
#include "store/items/shown_item.h"

namespace partita::query {
namespace {

using engine::Visit;

class RowWalk {
 public:
  RowWalk(const ReadPlan& plan, MatchVisitor on_match)
      : plan_(plan),
        on_match_(on_match),
        is_whole_(plan.source.index == nullptr ||
                  plan.source.index->projection == catalog::IndexProjection::All) {}

  Visit look_at(ByteView value) {
    auto row = ItemView::parse(value);
    if (!row.ok()) return stop(std::move(row).error());
    if (!is_of_partition(*row)) return Visit::Continue;
    WalkProgress& progress = end_.progress;
    ++progress.scanned_count;
    progress.bytes += size_bytes(*row);
    if (is_whole_) {
      match(items::ShownItem(*plan_.source.table, *row).view());
    } else {
      match(*row);
    }
    if (progress.scanned_count < plan_.rows_max && progress.bytes < kPageBytesMax) {
      return Visit::Continue;
    }
    // AWS: the key is told even if the range ends here, too; the next page is empty then.
    end_.last_evaluated_key = position_of(plan_.source, *row);
    return Visit::Stop;
  }

  Result<WalkEnd> take() {
    if (error_) return std::move(*error_);
    return std::move(end_);
  }

 private:
  void match(const ItemView& row) {
    if (plan_.filter == nullptr || plan_.filter->holds(row)) on_match_(row, end_.progress);
  }

  Visit stop(Error error) {
    error_ = std::move(error).within(fmt::format("a row of table {}", plan_.source.table->name));
    return Visit::Stop;
  }

  bool is_of_partition(const ItemView& row) const {
    return std::all_of(
        plan_.partition.begin(), plan_.partition.end(),
        [&](const PartitionValue& part) { return row.find(part.attribute) == part.value; });
  }

  const ReadPlan& plan_;
  MatchVisitor on_match_;
  // Of a row that holds a part of its item nobody can tell what the item would be shown with.
  const bool is_whole_;
  WalkEnd end_;
  std::optional<Error> error_;
};

engine::Range engine_range(const ReadPlan& plan) {
  engine::Range range{.begin = plan.range.begin,
                      .end = std::nullopt,
                      .direction = plan.direction,
                      .rows_hint = plan.rows_max,
                      .bytes_hint = kPageBytesMax};
  if (!plan.range.end.empty()) range.end = plan.range.end;
  return range;
}

}  // namespace

Task<Result<WalkEnd>> walk_rows(const engine::View& view, const ReadPlan& plan,
                                MatchVisitor on_match) {
  assert(plan.rows_max > 0);
  RowWalk walk(plan, on_match);
  if (plan.range.is_empty()) co_return walk.take();
  const auto look_at = [&walk](ByteView, ByteView value) { return walk.look_at(value); };
  const engine::Range range = engine_range(plan);
  auto status = co_await view.scan(range, look_at);
  CO_TRY(status);
  co_return walk.take();
}

}  // namespace partita::query
