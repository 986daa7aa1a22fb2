#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/engine.h"
#include "language/expression/syntax_tree.h"
#include "partita/value/encoded_item.h"

// The second door into the operations: requests whose expressions are trees, for callers that have
// them so and would have to print text that is parsed again. The access patterns of a model come
// through it; whatever language is added to DynamoDB's own expressions will, too.
//
// How to enter:
//   1. Build the trees with language/expression/tree_builder.h. Values stand in them as constants
//      and attributes by their names: there are no placeholders here, and no reserved words.
//   2. Fill one of the requests below and have it planned. All that DynamoDB checks of such a
//      request without its items is checked then, once and in its words. The plan of a write views
//      its request, that of a read does not.
//   3. Run the plan, as often as it is of use.
//
//   request             planned by                              run by
//   TreeRead            PlannedRead::create (planned_read.h)    PlannedRead::read, page by page
//   TreeGet             PlannedGet::create (planned_get.h)      PlannedGet::read
//   TreeWrite           plan_write (single_write.h)             execute (single_write.h)
//   several TreeWrites  plan_transaction (transact_plan.h)      TransactionWriter
//                                                               (transaction_writer.h)
//
// Both doors lead to the same plans: what a table's extension (store/items/table_extension.h) has
// to say of a write is asked in either case. Only the order in which several faults of one request
// are told may differ from DynamoDB's, which knows no such requests.
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
  ProjectionPointer projection = nullptr;  // Null: all that the source has.
  bool is_consistent = false;
  engine::Direction direction = engine::Direction::Forward;  // Of a Query.
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
    Check,  // Only asks for the condition; only in a transaction.
  };

  Kind kind = Kind::Put;
  std::string table_name;
  EncodedItem subject;                   // The item of a Put, the key of all others.
  UpdatePointer update = nullptr;        // Of an Update; null: it makes an item of its key alone.
  ConditionPointer condition = nullptr;  // Of kind Condition; null: none.
  bool returns_item_on_failure = false;
};

}  // namespace partita::operations
