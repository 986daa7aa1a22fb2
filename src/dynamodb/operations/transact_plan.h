#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/tree_requests.h"
#include "dynamodb/operations/write_plan.h"
#include "partita/api/transact_write_items.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::operations {

// One action of TransactWriteItems, with everything that could be checked without the items. Views
// the request.
struct TransactAction {
  WritePlan plan;
  std::string_view table_name;
  ItemView subject;  // The item of a Put, the key of all others.

  bool writes() const { return !std::holds_alternative<ItemCheck>(plan.action); }
};

// Checks in the order of AWS: first each action by itself, then the tables, then the keys.
// ERRORS: InvalidArgument in DynamoDB's words; ResourceNotFound; TransactionCanceled for what does
// not fit a table's schema.
// REQUIRES: the request outlives the plan.
Result<std::vector<TransactAction>> plan_transaction(const ReadContext& context,
                                                     const api::TransactWriteItemsRequest& request);
// The same for writes with trees.
Result<std::vector<TransactAction>> plan_transaction(const ReadContext& context,
                                                     std::span<const TreeWrite> writes);

}  // namespace partita::operations
