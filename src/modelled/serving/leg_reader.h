#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/planned_read.h"
#include "model/planning/pattern_plan.h"
#include "modelled/serving/bound_leg.h"
#include "modelled/serving/read_pattern.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// What all legs of one reading have in common. Outlives them.
struct LegSource {
  const operations::ReadContext& context;  // Of one moment: rows that move are in one place of it.
  const planning::PatternReadPlan& plan;
  ReadCost& cost;
  std::vector<std::string> position_names;  // The attributes of a row's place.
  bool is_consistent = false;
  bool is_reversed = false;  // Against the order of the plan.
};

LegSource leg_source(const operations::ReadContext& context, const planning::PatternReadPlan& plan,
                     ReadCost& cost);

// The rows of one leg, planned once and read in chunks as they are wanted. A place in the leg stays
// the same place, whatever is written around it. THREADS: one thread at a time.
class LegReader {
 public:
  // Begins behind that row, which need not exist any more; nullopt: with the first.
  LegReader(const LegSource& source, BoundLeg leg, std::optional<EncodedItem> start);
  // All rows of the table.
  LegReader(const LegSource& source, std::optional<EncodedItem> start);

  // Reads on if no row is at hand, `rows` of them for the first time and more each time. Then there
  // is a head, unless the leg has ended.
  Task<Status> prepare(std::size_t rows);
  bool has_head() const { return next_ < rows_.size(); }
  // Whether prepare would do nothing.
  bool is_prepared() const { return has_head() || is_read_; }
  // The next row, and the item that it stands for; nullopt if that is gone. REQUIRES: has_head.
  ItemView head() const { return rows_.at(next_); }
  std::optional<ItemView> item() const;
  void pop() { ++next_; }

  // Where the head is. REQUIRES: has_head.
  EncodedItem head_position() const { return position_of(head()); }
  // Where the last row was that was popped, or where it began.
  std::optional<EncodedItem> position() const;
  const std::vector<OrderPart>& order() const { return order_; }

 private:
  LegReader(const LegSource& source, operations::TreeRead request, std::vector<OrderPart> order,
            std::optional<EncodedItem> start);

  Task<Status> read_chunk();
  Task<Status> read_rows();
  void take(query::Page page);
  EncodedItem position_of(const ItemView& row) const;

  const LegSource* source_;
  operations::TreeRead request_;
  std::optional<operations::PlannedRead> planned_;  // Of the request, once it is needed.
  std::vector<OrderPart> order_;
  std::optional<EncodedItem> passed_;     // The place before rows_.
  std::optional<EncodedItem> chunk_end_;  // Where the next chunk begins.
  EncodedItemList rows_;
  std::vector<std::optional<EncodedItem>> items_;  // Of rows_, if the plan fetches them.
  std::size_t next_ = 0;
  std::size_t chunk_rows_ = 0;
  bool is_read_ = false;  // There are no chunks behind this one.
};

}  // namespace partita::serving
