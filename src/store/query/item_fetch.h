#pragma once

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/query/read_page.h"
#include "store/query/read_plan.h"

namespace partita::query {

// AWS: "If a query requests attributes that are not projected into a local secondary index,
// DynamoDB will retrieve those attributes from the table, with a greater latency and at a higher
// cost" (LSI).
// Ours: rows that fail the filter cost no such read; the items that are read count for the limit of
// bytes by themselves, beside the rows.
// REQUIRES: `view` shows one moment; plan.output is Items.
Task<Result<Page>> read_page_of_items(const engine::View& view, const ReadPlan& plan);

}  // namespace partita::query
