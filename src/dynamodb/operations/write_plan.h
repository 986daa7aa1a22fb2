#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "dynamodb/operations/expression_scope.h"
#include "dynamodb/operations/tree_requests.h"
#include "language/expression/condition.h"
#include "language/expression/update.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/item_writer.h"
#include "store/catalog/catalog.h"
#include "store/items/table_extension.h"

namespace partita::operations {

// What a write does to its item. Views the request.
struct ItemPut {
  ItemView item;
};
struct ItemUpdate {
  ItemView key;
  std::optional<expression::Update> update;  // None makes an item of its key alone.
  // A transaction measures the item alone; UpdateItem counts the actions, too.
  bool counts_actions = true;
  bool is_legacy = false;  // From AttributeUpdates, which has words of its own for some errors.
};
struct ItemDelete {};
struct ItemCheck {};
using WriteAction = std::variant<ItemPut, ItemUpdate, ItemDelete, ItemCheck>;

// One write of a request, with everything that could be checked without the item. Views the request
// and owns the scope that its expressions live in.
struct WritePlan {
  std::unique_ptr<ExpressionScope> scope;  // Null if they are trees, which need none.
  WriteAction action;
  std::optional<expression::Condition> condition;
  bool returns_item_on_failure = false;
  catalog::TablePointer table;
  Bytes key;
  // Only for a table with rules: the put item with the key attributes that they gave, if any, and
  // the attributes that an update names.
  std::shared_ptr<const EncodedItem> completed = nullptr;
  std::vector<std::string_view> targets = {};
};

// The plan of a write whose expressions are trees, its table and key still to be found: an action
// of a transaction. ERRORS: InvalidArgument in DynamoDB's words.   REQUIRES: the request outlives
// the plan.
Result<WritePlan> bind_write(const TreeWrite& request);

// Checks the plan's action against its table and finds the key.
// ERRORS: InvalidArgument in DynamoDB's words.
// REQUIRES: `table` is set.
Status locate_put(WritePlan& plan, const ItemView& item);
Status locate_key(WritePlan& plan, const ItemView& key);

// How the plan's write comes about. Views the plan.
items::WriteOrigin origin_of(const WritePlan& plan);

// What becomes of the item: pure, so it can run again after a conflict. The answer views the plan,
// `before` or the writer.
// ERRORS: ConditionalCheckFailed; InvalidArgument for an update that the item does not allow.
Result<std::optional<ItemView>> decide(const WritePlan& plan, const std::optional<ItemView>& before,
                                       ItemWriter& writer);

}  // namespace partita::operations
