#pragma once

#include <cstddef>
#include <optional>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"
#include "store/query/read_plan.h"

namespace partita::query {

// How far a walk over the rows of a plan has come.
struct WalkProgress {
  std::size_t scanned_count = 0;
  std::size_t bytes = 0;
};

struct WalkEnd {
  WalkProgress progress;
  std::optional<EncodedItem> last_evaluated_key;  // Unless the range ended first.
};

// A row that has passed the filter, and where the walk is with it. The row lives as long as the
// call.
using MatchVisitor = FunctionRef<void(const ItemView& row, const WalkProgress& progress)>;

// Looks at the rows of the plan up to the end of its page.
// ERRORS: Corrupt if a row does not decode; those of the engine.
Task<Result<WalkEnd>> walk_rows(const engine::View& view, const ReadPlan& plan,
                                MatchVisitor on_match);

}  // namespace partita::query
