#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modelled/serving/arguments.h"
#include "modelled/serving/pattern_context.h"
#include "modelled/serving/served_model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

struct PatternReadRequest {
  Arguments arguments;
  std::optional<int> limit;  // Of a page; nullopt: as the pattern says.
  std::string page;          // A token; empty: from the beginning.
  bool is_consistent = false;
};

// One item of an answer.
struct ReadRow {
  EncodedItem item;  // As it is stored (or projected), filled attributes included.
  const model::Entity* entity = nullptr;
  std::string member;  // Of a collection: which part of it; of a map: the key. Else empty.
};

// What it took to answer.
struct ReadCost {
  double read_units = 0;
  std::uint64_t scanned = 0;  // Items that were read, those that were dropped included.
  std::size_t legs = 0;
};

struct ReadAnswer {
  std::vector<ReadRow> rows;  // At most one for a pattern that gives one.
  bool has_more = false;
  bool is_partial = false;  // It stopped because so many items were dropped: fewer than the limit.
  std::string next;         // The token of the following page, or empty.
  std::string previous;     // The token of the page before, or empty.
  ReadCost cost;
};

// Runs a pattern that reads. A page is full unless the data end: reading goes on behind items that
// are dropped, up to twenty times the limit. Expired items are never shown. Collections and maps
// come whole, up to 10'000 items or 16 MB; a collection without its `one` parts is not found.
//
// Pages neither lose nor repeat an item that is not written in between; an item whose keys change
// may be seen twice or not at all. A scan has no page before.
// REQUIRES: `plan` is one of the model's and reads; all arguments outlive the task.
// ERRORS: those of Failure (BadArgument, BadToken, NotFound for a pattern that gives one item,
// NotServed for a search); those of the operations.
Task<Result<ReadAnswer>> read(const PatternContext& context, const ServedModel& model,
                              const planning::PatternPlan& plan, const PatternReadRequest& request);

}  // namespace partita::serving
