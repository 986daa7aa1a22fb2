#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "language/expression/placeholders.h"
#include "language/expression/syntax_tree.h"
#include "language/value/write_kind.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/number.h"
#include "store/catalog/table.h"
#include "store/history/author.h"
#include "store/items/item_change.h"

// What a layer above has to say about the items of a table, such as the rules of a data model. The
// store and the operations only know when to ask.
namespace partita::items {

// How a write came about.
struct WriteOrigin {
  WriteKind kind = WriteKind::Put;
  // Of an update: the attributes it names as targets, even if their values stay.
  std::span<const std::string_view> targets = {};
  bool returns_item_on_failure = false;
  // The server writes of its own accord: a row that only it writes, a transition that it makes.
  bool is_server = false;
  std::string_view role = {};  // Of the caller; empty: none.
  history::Author author = {};
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

// Hangs on a catalog::Table; a table without one is DynamoDB's own. Each question is asked where
// its comment says, so a table without an extension pays for a null check there and for nothing
// else. THREADS: safe for concurrent calls.
class TableExtension {
 public:
  virtual ~TableExtension() = default;

  // Whether it stands for rules that this program cannot read: all writes are refused then.
  virtual bool is_sealed() const { return false; }

  // Of every item that a request reads (shown_item.h): whether requests may see items otherwise
  // than they are stored, and how; nullopt: this one as it is.
  virtual bool shows_items() const { return false; }
  virtual std::optional<EncodedItem> shown(const ItemView&) const { return std::nullopt; }

  // Of every item that comes into a new table as it was elsewhere, from a backup or from files,
  // where no other question is asked: how it is to be stored; nullopt: as it is.
  virtual std::optional<EncodedItem> brought(const ItemView&) const { return std::nullopt; }

  // Of every put, before its key is made.
  // The item of a put with the key attributes that it lacks and the model can give; nullopt if
  // nothing was added.   ERRORS: InvalidArgument.
  virtual Result<std::optional<EncodedItem>> complete_keys(const ItemView& item) const = 0;

  // Of every write, in its transaction: judges a change with both images at hand and buffers what
  // else belongs to it; the item itself is the caller's. May be asked again after a conflict.
  // ERRORS: what a client is told if the model refuses it; those of the engine.
  virtual Task<Result<RuledChange>> apply(engine::Transaction& transaction,
                                          const ItemChange& change,
                                          const WriteOrigin& origin) const = 0;

  // Whether items may have several entries in the index, one for each element of a list.
  virtual bool has_elements(const catalog::Index& index) const = 0;
  // Calls `visit` with the item as such an index shows it under each element but the stored one.
  virtual void show_elements(const catalog::Index& index, const ItemView& item,
                             FunctionRef<void(const ItemView&)> visit) const = 0;

  // Of every Query of an index, before its KeyConditionExpression is bound: the condition in terms
  // of the attributes of the index's key, if the client has written it in other terms that the
  // extension knows; null: as it is written. The placeholders of what is replaced count as used.
  // ERRORS: InvalidArgument.
  virtual Result<std::shared_ptr<const expression::ConditionTree>> key_condition(
      const catalog::Index& index, const expression::ConditionTree& written,
      expression::PlaceholderUse& use) const = 0;

  // Whether the item is a row that only the server writes, with another item or from others.
  virtual bool is_servers_row(const ItemView& item) const = 0;

  // Of a Query that has found nothing: why a query for these values of key attributes never finds
  // anything, by the rules; empty: it may. A null index is the table itself.
  virtual std::string why_nothing_matches(const catalog::Index* index,
                                          std::span<const MemberView> wanted) const = 0;
};

// Once the effects are committed.
void count(catalog::Statistics& statistics, const FurtherEffects& effects);

// A change under the extension of its table, if it has one: judged, completed and buffered.
struct BufferedChange {
  ChangeEffect effect;
  RuledChange ruled;
};
Task<Result<BufferedChange>> buffer_ruled_change(engine::Transaction& transaction,
                                                 const ItemChange& change,
                                                 const WriteOrigin& origin);

}  // namespace partita::items
