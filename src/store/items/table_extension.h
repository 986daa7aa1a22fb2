#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "catalog/table.h"
#include "engine/engine.h"
#include "items/item_change.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/number.h"

// What a data model has to say about writes. This module only knows when to ask.
namespace partita::items {

enum class WriteKind {
  Put,
  Update,
  Delete,
  Expire,  // By TTL.
  Erase,   // As Delete, whatever state the item is in: somebody's data must go.
};

// How a write came about.
struct WriteOrigin {
  WriteKind kind = WriteKind::Put;
  // Of an update: the attributes it names as targets, even if their values stay.
  std::span<const std::string_view> targets = {};
  bool returns_item_on_failure = false;
  // The server writes of its own accord: a row that only it writes, a transition that it makes.
  bool is_server = false;
  std::string_view role = {};  // Of the caller; empty: none.
  // The revision or version that the caller has seen, or null. A pointer, because g++ 12 does not
  // align a Number that is a part of a coroutine's parameter.
  const Number* expected = nullptr;
};

// What a write did to another item, perhaps of another table.
struct FurtherEffect {
  std::shared_ptr<const catalog::Table> table;
  ChangeEffect effect;
};
using FurtherEffects = std::vector<FurtherEffect>;

// What can only be asked and done once everything of the transaction is buffered.
class PendingRules {
 public:
  virtual ~PendingRules() = default;
  // Adds to `effects` what it does to other items.
  virtual Task<Status> settle(engine::Transaction& transaction, FurtherEffects& effects) const = 0;
};

// What has become of a change.
struct RuledChange {
  std::optional<EncodedItem> after;      // To be stored in place of the request's image, if set.
  std::vector<ChangeEffect> companions;  // Of other rows that were buffered with it.
  std::unique_ptr<const PendingRules> pending;
};

// Names that clients may use for the key of an index as a whole, or empty.
struct TupleNames {
  std::string_view partition;
  std::string_view sort;

  bool is_empty() const { return partition.empty() && sort.empty(); }
};

// THREADS: safe for concurrent calls.
class WriteRules : public catalog::TableExtension {
 public:
  // The item of a put with the key attributes that it lacks and the model can give; nullopt if
  // nothing was added.   ERRORS: InvalidArgument.
  virtual Result<std::optional<EncodedItem>> complete_keys(const ItemView& item) const = 0;

  // Judges a change with both images at hand and buffers what else belongs to it; the item itself
  // is the caller's. May be asked again after a conflict.
  // ERRORS: what a client is told if the model refuses it; those of the engine.
  virtual Task<Result<RuledChange>> apply(engine::Transaction& transaction,
                                          const ItemChange& change,
                                          const WriteOrigin& origin) const = 0;

  // Whether items may have several entries in the index, one for each element of a list.
  virtual bool has_elements(const catalog::Index& index) const = 0;
  // Calls `visit` with the item as such an index shows it under each element but the stored one.
  virtual void show_elements(const catalog::Index& index, const ItemView& item,
                             FunctionRef<void(const ItemView&)> visit) const = 0;
  virtual TupleNames tuple_names(const catalog::Index& index) const = 0;

  // Why a query for these values of key attributes never finds anything, by the rules; empty: it
  // may. A null index is the table itself.
  virtual std::string why_hopeless(const catalog::Index* index,
                                   std::span<const MemberView> wanted) const = 0;
};

// Once the effects are committed.
void count(catalog::Statistics& statistics, const FurtherEffects& effects);

// The rules of the table, or null if it has none.
inline const WriteRules* rules_of(const catalog::Table& table) {
  // There is no other extension.
  return static_cast<const WriteRules*>(table.extension.get());
}

// A change under the rules of its table, if it has any: judged, completed and buffered.
struct BufferedChange {
  ChangeEffect effect;
  RuledChange ruled;
};
Task<Result<BufferedChange>> buffer_ruled_change(engine::Transaction& transaction,
                                                 const ItemChange& change,
                                                 const WriteOrigin& origin);

}  // namespace partita::items
