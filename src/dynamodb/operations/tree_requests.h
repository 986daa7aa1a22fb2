#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/engine.h"
#include "language/expression/syntax_tree.h"
#include "partita/value/encoded_item.h"

// Requests whose expressions are trees instead of text, for callers that would otherwise have to
// print text that is then parsed again: the access patterns of a model, and in future other query
// languages.
//
// How to use them:
//   1. Build the trees with language/expression/tree_builder.h. Trees contain values as constants
//      and attributes by their names: there are no placeholders and no reserved words.
//   2. Fill one of the requests below and plan it. Planning makes all checks of DynamoDB that do
//      not need items, once, with its messages. The plan of a write views its request, that of a
//      read does not.
//   3. Run the plan, any number of times.
//
//   request             planned by                              run by
//   TreeRead            PlannedRead::create (planned_read.h)    PlannedRead::read, page by page
//   TreeGet             PlannedGet::create (planned_get.h)      PlannedGet::read
//   TreeWrite           plan_write (single_write.h)             execute (single_write.h)
//   several TreeWrites  plan_transaction (transact_plan.h)      TransactionWriter
//                                                               (transaction_writer.h)
//
// Requests with text and with trees lead to the same plans, and a table's extension
// (store/items/table_extension.h) is used for both. Only the order in which several errors of one
// request are reported may differ from DynamoDB's, which has no such requests.
namespace partita::operations {

using ConditionPointer = std::shared_ptr<const expression::ConditionTree>;
using ProjectionPointer = std::shared_ptr<const expression::ProjectionTree>;
using UpdatePointer = std::shared_ptr<const expression::UpdateTree>;

// A Query, or a Scan.
struct TreeRead {
  std::string table_name;
  std::optional<std::string> index_name = {};
  // Of kind KeyCondition, on the attributes of the key; null: a Scan of the whole source.
  ConditionPointer key_condition = nullptr;
  ConditionPointer filter = nullptr;       // Of kind Filter; null: all rows.
  ProjectionPointer projection = nullptr;  // Null: all attributes of the source.
  bool is_consistent = false;
  engine::Direction direction = engine::Direction::Forward;  // Only for a Query.
};

// A GetItem.
struct TreeGet {
  std::string table_name;
  EncodedItem key;
  ProjectionPointer projection = nullptr;  // Null: the whole item.
  bool is_consistent = false;
};

// A PutItem, UpdateItem or DeleteItem, or an action of TransactWriteItems.
struct TreeWrite {
  enum class Kind {
    Put,
    Update,
    Delete,
    Check,  // Only checks the condition; only in a transaction.
  };

  Kind kind = Kind::Put;
  std::string table_name;
  EncodedItem subject;                   // The item of a Put, the key of all others.
  UpdatePointer update = nullptr;        // For an Update; null: creates an item of its key only.
  ConditionPointer condition = nullptr;  // Of kind Condition; null: none.
  bool returns_item_on_failure = false;
};

}  // namespace partita::operations
