#include "modelled/serving/page_reader.h"

#include <algorithm>
#include <utility>

namespace partita::serving {
namespace {

// Where much is dropped, reading only what is wanted would take many requests.
constexpr std::size_t kSelectiveRowsMin = 100;

// One page while it is filled.
class PageFill {
 public:
  PageFill(LegMerge& merge, const RowFilter& filter, const PageBounds& bounds)
      : merge_(merge), filter_(filter), bounds_(bounds) {}

  bool is_full() const {
    return page_.rows.size() >= bounds_.items_max || bytes_ >= bounds_.bytes_max;
  }
  bool is_done() const { return is_full() && !bounds_.looks_ahead; }

  // How many rows to ask for at once.
  std::size_t rows_wanted() const {
    const std::size_t missing = bounds_.items_max - std::min(bounds_.items_max, page_.rows.size());
    const std::size_t ahead = bounds_.looks_ahead ? 1 : 0;
    const std::size_t wanted = missing + ahead;
    return filter_.is_selective() ? std::max(wanted, kSelectiveRowsMin) : wanted;
  }

  // Takes the head of the merge, or leaves it; false: the page ends before it.
  bool take_row() {
    if (rows_ == 0) page_.back = merge_.back();
    if (rows_ >= bounds_.rows_max) return stop();
    const auto item = merge_.item();
    const planning::PlannedRow* row = item ? filter_.find(*item) : nullptr;
    if (row != nullptr) {
      if (is_full()) return stop();
      bytes_ += item->bytes().size();
      page_.rows.push_back({EncodedItem(*item), row->entity, row->member});
    }
    ++rows_;
    merge_.pop();
    return true;
  }

  PageRows finish() {
    page_.is_partial = page_.has_more && !is_full();
    page_.onward = merge_.onward();
    if (rows_ == 0 && !page_.has_more) page_.back = far_end();
    return std::move(page_);
  }

 private:
  bool stop() {
    page_.has_more = true;
    return false;
  }

  // Nothing was there: the way back begins at the end of everything.
  PageCursor far_end() const {
    PageCursor cursor = merge_.onward();
    cursor.is_reversed = !cursor.is_reversed;
    cursor.boundary.reset();
    std::ranges::fill(cursor.positions, std::nullopt);
    return cursor;
  }

  LegMerge& merge_;
  const RowFilter& filter_;
  const PageBounds& bounds_;
  PageRows page_;
  std::size_t rows_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

Task<Result<PageRows>> read_page(LegMerge& merge, const RowFilter& filter,
                                 const PageBounds& bounds) {
  PageFill fill(merge, filter, bounds);
  while (!fill.is_done()) {
    auto found = co_await merge.advance(fill.rows_wanted());
    CO_TRY(found);
    if (!*found || !fill.take_row()) break;
  }
  co_return fill.finish();
}

}  // namespace partita::serving
