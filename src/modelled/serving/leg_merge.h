#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <vector>

#include "modelled/serving/leg_reader.h"
#include "modelled/serving/page_cursor.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// The rows of all legs in the order of the plan, or against it: merged by their sort keys, or one
// leg behind the other. Of equal rows that of the first leg comes first, so that the order is total
// and both directions give the same one.
// THREADS: one thread at a time.
class LegMerge {
 public:
  // Begins where the cursor is. REQUIRES: it is of as many legs; the source outlives the merge.
  LegMerge(const LegSource& source, std::vector<BoundLeg> legs, PageCursor cursor);

  // Finds the next row, reading about `rows` of them where nothing is at hand; false at the end.
  Task<Result<bool>> advance(std::size_t rows);
  // REQUIRES: advance has found one.
  ItemView row() const { return legs_[*head_].head(); }
  std::optional<ItemView> item() const { return legs_[*head_].item(); }
  void pop();

  // The place behind the last row that was popped, to go on from.
  PageCursor onward() const;
  // The place before the head, to go back from. REQUIRES: as row.
  PageCursor back() const;

 private:
  bool is_merged() const;
  bool is_reversed() const { return source_->is_reversed; }
  bool is_ready(std::size_t leg) const { return is_settled_[leg] && legs_[leg].is_prepared(); }
  bool are_ready() const;
  // Makes the heads of all legs known.
  Task<Result<bool>> read_all(std::size_t rows);
  // Makes the head of the leg known, behind the boundary.
  Task<Status> settle(std::size_t leg, std::size_t rows);
  // The first of all heads.
  bool choose_head();
  // The head of the first leg that has one.
  Task<Result<bool>> read_in_turn(std::size_t rows);
  std::size_t leg_of_turn() const { return is_reversed() ? legs_.size() - 1 - turn_ : turn_; }
  // Whether a row of one leg comes before a row of another, in the direction of reading.
  bool is_before(std::size_t left_leg, const ItemView& left, std::size_t right_leg,
                 const ItemView& right) const;

  const LegSource* source_;
  std::vector<LegReader> legs_;
  std::optional<std::size_t> boundary_;      // Of the cursor.
  std::optional<EncodedItem> boundary_row_;  // Its place.
  std::vector<bool> is_settled_;             // The leg is behind the boundary.
  std::size_t turn_ = 0;                     // How many legs are done, if they follow each other.
  std::optional<std::size_t> head_;
  std::optional<std::size_t> popped_;  // The leg of the last row.
};

}  // namespace partita::serving
