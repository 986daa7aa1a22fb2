#pragma once

#include <memory>
#include <optional>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/tree_requests.h"
#include "language/expression/projection.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "store/catalog/catalog.h"
#include "store/items/capacity.h"

namespace partita::operations {

// What a read of one item has found.
struct FoundItem {
  std::optional<EncodedItem> item;  // What of it is to be seen; nullopt: it is not there.
  double read_units = 0;
};

// A read of one item whose key and table are known.
// THREADS: safe for concurrent calls.
class PlannedGet {
 public:
  // ERRORS: ResourceNotFound; InvalidArgument in DynamoDB's words.
  static Result<PlannedGet> create(const ReadContext& context, const TreeGet& request);

  // The same for a projection that is bound already, which may be none. Whatever it views must
  // outlive the plan.
  // ERRORS: InvalidArgument in DynamoDB's words: a key that is not of the table, a path into it.
  struct Parts {
    catalog::TablePointer table;
    ItemView key;
    std::optional<expression::Projection> projection;
    items::ReadConsistency consistency = items::ReadConsistency::Eventual;
  };
  static Result<PlannedGet> create(Parts parts);

  const catalog::Table& table() const { return *table_; }
  ByteView key() const { return key_; }
  items::ReadConsistency consistency() const { return consistency_; }
  // What of the item is to be seen.
  EncodedItem selected(const ItemView& item) const;

  // ERRORS: Corrupt; those of the engine.   REQUIRES: this and the context outlive the task.
  Task<Result<FoundItem>> read(const ReadContext& context) const;

 private:
  PlannedGet(Parts parts, Bytes key);

  catalog::TablePointer table_;
  Bytes key_;
  std::optional<expression::Projection> projection_;
  items::ReadConsistency consistency_;
};

}  // namespace partita::operations
