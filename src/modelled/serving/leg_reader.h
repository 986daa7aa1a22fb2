#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "operations/context.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "patterns/bound_leg.h"
#include "patterns/read_pattern.h"
#include "planning/plan.h"

namespace partita::patterns {

// What all legs of one reading have in common. Outlives them.
struct LegSource {
  operations::Context& context;  // Of one moment: rows that move are in one place of it.
  const planning::ReadPlan& plan;
  ReadCost& cost;
  std::vector<std::string> position_names;  // The attributes of a row's place.
  bool is_consistent = false;
  bool is_reversed = false;  // Against the order of the plan.
};

LegSource leg_source(operations::Context& context, const planning::ReadPlan& plan, ReadCost& cost);

// The rows of one leg, read in chunks as they are wanted. A place in the leg stays the same place,
// whatever is written around it.
// THREADS: one thread at a time.
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
  using Request = std::variant<api::QueryRequest, api::ScanRequest>;

  template <typename AnyRequest>
  void set_up(AnyRequest& request) const;
  template <typename Response>
  void take(Response response, std::optional<api::ItemInput>& start);
  Task<Status> read_chunk();
  Task<Status> read_rows();
  Task<Status> query(api::QueryRequest& request);
  Task<Status> scan(api::ScanRequest& request);
  EncodedItem position_of(const ItemView& row) const;

  const LegSource* source_;
  Request request_;
  std::vector<OrderPart> order_;
  std::optional<EncodedItem> passed_;  // The place before rows_.
  EncodedItemList rows_;
  std::vector<std::optional<EncodedItem>> items_;  // Of rows_, if the plan fetches them.
  std::size_t next_ = 0;
  std::size_t chunk_rows_ = 0;
  bool is_read_ = false;  // There are no chunks behind this one.
};

}  // namespace partita::patterns
