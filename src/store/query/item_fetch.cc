#include "store/query/item_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "partita/value/measure.h"
#include "store/items/item_key.h"
#include "store/items/shown_item.h"
#include "store/query/page_output.h"
#include "store/query/row_walk.h"

namespace partita::query {
namespace {

// How many items are asked for at once: what is read for nothing when the page ends is at most
// that.
constexpr std::size_t kItemsAtOnce = 32;

struct Match {
  Bytes item_key;
  WalkProgress progress;
};

class ItemFetch {
 public:
  ItemFetch(const ReadPlan& plan, std::vector<Match> matches)
      : plan_(plan), matches_(std::move(matches)) {}

  // The keys of the next items; none if there are no more, or the page has ended.
  std::span<const ByteView> next_keys() {
    first_ += keys_.size();
    keys_.clear();
    if (end_ || error_) return {};
    const std::size_t last = std::min(first_ + kItemsAtOnce, matches_.size());
    for (std::size_t i = first_; i < last; ++i) keys_.emplace_back(matches_[i].item_key);
    return keys_;
  }

  void take(std::size_t index, std::optional<ByteView> value) {
    if (end_ || error_) return;
    assert(index < keys_.size());
    auto item = value ? ItemView::parse(*value)
                      : Result<ItemView>(Error::corrupt("an index entry has no item"));
    if (!item.ok()) {
      error_ = std::move(item).error().within(
          fmt::format("an item of table {}", plan_.source.table->name));
      return;
    }
    add(*item, matches_[first_ + index].progress);
  }

  Result<Page> finish(WalkEnd walk) && {
    if (error_) return std::move(*error_);
    WalkEnd& end = end_ ? *end_ : walk;
    page_.scanned_count = end.progress.scanned_count;
    page_.last_evaluated_key = std::move(end.last_evaluated_key);
    page_.units.index = items::read_units(end.progress.bytes, plan_.consistency);
    return std::move(page_);
  }

 private:
  void add(const ItemView& item, const WalkProgress& progress) {
    const std::size_t bytes = size_bytes(item);
    bytes_ += bytes;
    page_.units.table += items::read_units(bytes, plan_.consistency);
    add_to_page(page_, plan_, items::ShownItem(*plan_.source.table, item).view());
    if (bytes_ < kPageBytesMax) return;
    end_ = WalkEnd{.progress = progress, .last_evaluated_key = position_of(plan_.source, item)};
  }

  const ReadPlan& plan_;
  const std::vector<Match> matches_;
  std::size_t first_ = 0;
  std::vector<ByteView> keys_;
  std::size_t bytes_ = 0;
  Page page_;
  std::optional<WalkEnd> end_;  // If the items' bytes end the page.
  std::optional<Error> error_;
};

}  // namespace

Task<Result<Page>> read_page_of_items(const engine::View& view, const ReadPlan& plan) {
  assert(plan.output == Output::Items && plan.source.index != nullptr);
  std::vector<Match> matches;
  const auto remember = [&](const ItemView& row, const WalkProgress& progress) {
    matches.push_back({items::key_of_stored(*plan.source.table, row), progress});
  };
  auto walk = co_await walk_rows(view, plan, remember);
  CO_TRY(walk);
  ItemFetch fetch(plan, std::move(matches));
  const auto take = [&fetch](std::size_t index, std::optional<ByteView> value) {
    fetch.take(index, value);
  };
  for (auto keys = fetch.next_keys(); !keys.empty(); keys = fetch.next_keys()) {
    auto status = co_await view.get(keys, take);
    CO_TRY(status);
  }
  co_return std::move(fetch).finish(std::move(*walk));
}

}  // namespace partita::query
