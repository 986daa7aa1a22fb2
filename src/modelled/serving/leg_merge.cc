#include "modelled/serving/leg_merge.h"

#include <algorithm>
#include <utility>

namespace partita::serving {
namespace {

std::strong_ordering order_of(const ValueView& left, std::size_t left_shared,
                              const ValueView& right, std::size_t right_shared) {
  if (left.type() == ValueType::S && right.type() == ValueType::S) {
    // A row that does not begin as its leg does would not have been read.
    const auto first = left.string().substr(std::min(left_shared, left.string().size()));
    const auto second = right.string().substr(std::min(right_shared, right.string().size()));
    return first <=> second;
  }
  const auto order = compare(left, right);
  return order < 0   ? std::strong_ordering::less
         : order > 0 ? std::strong_ordering::greater
                     : std::strong_ordering::equal;
}

// Rows of two legs by what is left of their sort keys.
std::strong_ordering order_of(const LegReader& left_leg, const ItemView& left,
                              const LegReader& right_leg, const ItemView& right) {
  const auto& left_order = left_leg.order();
  const auto& right_order = right_leg.order();
  for (std::size_t i = 0; i < std::min(left_order.size(), right_order.size()); ++i) {
    const auto first = left.find(left_order[i].attribute);
    const auto second = right.find(right_order[i].attribute);
    if (!first || !second) continue;
    const auto order =
        order_of(*first, left_order[i].shared_bytes, *second, right_order[i].shared_bytes);
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

}  // namespace

LegMerge::LegMerge(const LegSource& source, std::vector<BoundLeg> legs, PageCursor cursor)
    : source_(&source), boundary_(cursor.boundary) {
  if (boundary_) boundary_row_ = cursor.positions[*boundary_];
  const bool is_scan = legs.empty();
  const std::size_t count = is_scan ? 1 : legs.size();
  cursor.positions.resize(count);
  legs_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_scan) {
      legs_.emplace_back(source, std::move(cursor.positions[i]));
    } else {
      legs_.emplace_back(source, std::move(legs[i]), std::move(cursor.positions[i]));
    }
  }
  // The boundary's own leg begins behind it.
  is_settled_.assign(count, !boundary_.has_value());
  if (boundary_) is_settled_[*boundary_] = true;
  if (boundary_) turn_ = is_reversed() ? count - 1 - *boundary_ : *boundary_;
}

bool LegMerge::is_merged() const { return legs_.size() > 1 && !source_->plan.merge_by.empty(); }

bool LegMerge::is_before(std::size_t left_leg, const ItemView& left, std::size_t right_leg,
                         const ItemView& right) const {
  const auto order = order_of(legs_[left_leg], left, legs_[right_leg], right);
  const bool is_descending = source_->plan.is_descending != is_reversed();
  if (order != 0) return is_descending ? order > 0 : order < 0;
  return is_reversed() ? left_leg > right_leg : left_leg < right_leg;
}

Task<Result<bool>> LegMerge::advance(std::size_t rows) {
  head_.reset();
  if (is_merged()) {
    if (are_ready()) return Task<Result<bool>>::ready(choose_head());
    return read_all(rows);
  }
  if (turn_ < legs_.size() && legs_[leg_of_turn()].has_head()) {
    head_ = leg_of_turn();
    return Task<Result<bool>>::ready(true);
  }
  return read_in_turn(rows);
}

bool LegMerge::are_ready() const {
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    if (!is_ready(leg)) return false;
  }
  return true;
}

bool LegMerge::choose_head() {
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    if (!legs_[leg].has_head()) continue;
    if (!head_ || is_before(leg, legs_[leg].head(), *head_, row())) head_ = leg;
  }
  return head_.has_value();
}

Task<Result<bool>> LegMerge::read_all(std::size_t rows) {
  const std::size_t share = rows / legs_.size() + 1;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    if (is_ready(leg)) continue;
    Status settled = co_await settle(leg, share);
    CO_TRY(settled);
  }
  co_return choose_head();
}

Task<Status> LegMerge::settle(std::size_t leg, std::size_t rows) {
  LegReader& reader = legs_[leg];
  Status prepared = co_await reader.prepare(rows);
  CO_TRY(prepared);
  while (!is_settled_[leg]) {
    const bool is_behind =
        !reader.has_head() || is_before(*boundary_, boundary_row_->view(), leg, reader.head());
    is_settled_[leg] = is_behind;
    if (is_behind) break;
    reader.pop();
    Status again = co_await reader.prepare(rows);
    CO_TRY(again);
  }
  co_return Status{};
}

Task<Result<bool>> LegMerge::read_in_turn(std::size_t rows) {
  for (; turn_ < legs_.size(); ++turn_) {
    LegReader& leg = legs_[leg_of_turn()];
    Status prepared = co_await leg.prepare(rows);
    CO_TRY(prepared);
    if (!leg.has_head()) continue;
    head_ = leg_of_turn();
    co_return true;
  }
  co_return false;
}

void LegMerge::pop() {
  legs_[*head_].pop();
  popped_ = head_;
  head_.reset();
}

PageCursor LegMerge::onward() const {
  PageCursor cursor;
  cursor.is_reversed = is_reversed();
  cursor.boundary = popped_ ? popped_ : boundary_;
  cursor.positions.resize(legs_.size());
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    if (is_merged() || i == cursor.boundary) cursor.positions[i] = legs_[i].position();
  }
  return cursor;
}

PageCursor LegMerge::back() const {
  PageCursor cursor;
  cursor.is_reversed = !is_reversed();
  cursor.boundary = head_;
  cursor.positions.resize(legs_.size());
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    const bool is_wanted = is_merged() || i == cursor.boundary;
    if (is_wanted && legs_[i].has_head()) cursor.positions[i] = legs_[i].head_position();
  }
  return cursor;
}

}  // namespace partita::serving
