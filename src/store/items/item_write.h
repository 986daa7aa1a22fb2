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

// What is to become of an item: the item as it will be, or nullopt if there will be none. The
// answer views bytes that live until the next call. May be asked again after a conflict.
using Decide = FunctionRef<Result<std::optional<ItemView>>(const std::optional<ItemView>& before)>;

// Which images of the item the writer wants to have. Each one is a copy, so nobody gets it unasked.
struct WantedImages {
  bool before = false;
  bool after = false;
};

// Asked whether a write may be committed once its effect is known; again after a conflict.
class WriteAdmission {
 public:
  virtual ~WriteAdmission() = default;
  // ERRORS: why the write must not be committed.
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

// Whether the table that a request was planned for is still the one to be written: the newest one
// of its name, and of the epoch that the transaction has read.
// ERRORS: Conflict if the catalog does not know that epoch: `follow_table` is to be called;
// ResourceNotFound if it is another table; Unavailable if it is in doubt, or of a later version.
Result<catalog::TablePointer> confirm_table(const catalog::Catalog& catalog,
                                            const catalog::Table& planned,
                                            std::optional<ByteView> stored_epoch);

// What a transaction answers that confirm_table has refused: the same error, once the catalog has
// read the table again if that is why. So the next attempt is decided by what is stored, whichever
// program has changed it.
// ERRORS: `refusal`; those of Catalog::reload.
Task<Status> follow_table(const catalog::Catalog& catalog, const catalog::Table& planned,
                          Error refusal);

}  // namespace partita::items
