#pragma once

#include <optional>
#include <string_view>

#include "engine/engine.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "store/catalog/catalog.h"
#include "store/items/item_change.h"
#include "store/items/item_collection.h"
#include "store/items/table_extension.h"

namespace partita::items {

// Decides about a write: returns the new item, or nullopt to have no item. The result views bytes
// that live until the next call. May be called again after a conflict.
using Decide = FunctionRef<Result<std::optional<ItemView>>(const std::optional<ItemView>& before)>;

// The images of the item that the caller needs. Each one is a copy, so they are made only on
// request.
struct WantedImages {
  bool before = false;
  bool after = false;
};

// Decides whether a write may be committed when its effect is known. Called again after a conflict.
class WriteAdmission {
 public:
  virtual ~WriteAdmission() = default;
  // ERRORS: the reason why the write must not be committed.
  virtual Status check(const catalog::Table& table, const ChangeEffect& effect) = 0;
};

struct WriteTarget {
  catalog::TablePointer table;
  Bytes key;  // key_of_item or key_of_argument
  WriteOrigin origin = {};
  WantedImages wanted = {};
  WriteAdmission* admission = nullptr;  // Null: nobody is asked.
};

struct WriteOutcome {
  catalog::TablePointer table;  // As it was in the transaction.
  ChangeEffect effect;
  std::optional<EncodedItem> before;     // If it was wanted and there was one.
  std::optional<EncodedItem> after;      // The same.
  std::vector<ChangeEffect> companions;  // Of rows that the table's rules write with the item.
  FurtherEffects further = {};           // Of items that go with it.
  std::optional<CollectionChange> collection = {};  // If the table has local indexes.
};

// Reads the item, decides, and commits item and index entries together.
// ERRORS: those of `decide`; ResourceNotFound if the table goes away meanwhile; InvalidArgument if
// the item is too large with its local entries; ItemCollectionSizeLimitExceeded; those of the
// engine.
Task<Result<WriteOutcome>> write_item(engine::Engine& engine, const catalog::Catalog& catalog,
                                      WriteTarget target, Decide decide);

// Checks whether the table for which a request was planned is still current: it must be the newest
// one of its name, with the epoch that the transaction has read. ERRORS: Conflict if the catalog
// does not know that epoch: call `follow_table` then; ResourceNotFound if it is another table;
// Unavailable if it is in doubt, or a later version has stored it.
Result<catalog::TablePointer> confirm_table(const catalog::Catalog& catalog,
                                            const catalog::Table& planned,
                                            std::optional<ByteView> stored_epoch);

// Called if confirm_table has refused: returns the same error, after the catalog has read the table
// again if this was the reason. So the next attempt uses the stored table, whichever program has
// changed it.
// ERRORS: `refusal`; those of Catalog::reload.
Task<Status> follow_table(const catalog::Catalog& catalog, const catalog::Table& planned,
                          Error refusal);

}  // namespace partita::items
