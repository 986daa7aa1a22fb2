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

// The effect of a write on its item. Views the request.
struct ItemPut {
  ItemView item;
};
struct ItemUpdate {
  ItemView key;
  std::optional<expression::Update> update;  // None: creates an item of its key only.
  // A transaction measures only the item; UpdateItem also counts the actions.
  bool counts_actions = true;
  bool is_legacy = false;  // From AttributeUpdates, which words some errors differently.
};
struct ItemDelete {};
struct ItemCheck {};
using WriteAction = std::variant<ItemPut, ItemUpdate, ItemDelete, ItemCheck>;

// One write of a request, after all checks that are possible without the item. Views the request,
// and owns the scope of its expressions.
struct WritePlan {
  std::unique_ptr<ExpressionScope> scope;  // Null if they are trees, which need none.
  WriteAction action;
  std::optional<expression::Condition> condition;
  bool returns_item_on_failure = false;
  catalog::TablePointer table;
  Bytes key;
  // Only for a table with rules: the item of a put with the key attributes that the rules have
  // added, if any, and the attributes that an update names.
  std::shared_ptr<const EncodedItem> completed = nullptr;
  std::vector<std::string_view> targets = {};
};

// Plans an action of a transaction whose expressions are trees; its table and key are found later.
// ERRORS: InvalidArgument with DynamoDB's message.   REQUIRES: the request outlives the plan.
Result<WritePlan> bind_write(const TreeWrite& request);

// Checks the plan's action against its table and finds the key.
// ERRORS: InvalidArgument with DynamoDB's message.
// REQUIRES: `table` is set.
Status locate_put(WritePlan& plan, const ItemView& item);
Status locate_key(WritePlan& plan, const ItemView& key);

// The origin of the plan's write. Views the plan.
items::WriteOrigin origin_of(const WritePlan& plan);

// Decides about the new item. A pure function, so it can run again after a conflict. The result
// views the plan, `before` or the writer. ERRORS: ConditionalCheckFailed; InvalidArgument for an
// update that the item does not allow.
Result<std::optional<ItemView>> decide(const WritePlan& plan, const std::optional<ItemView>& before,
                                       ItemWriter& writer);

}  // namespace partita::operations
