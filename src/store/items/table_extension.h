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

// The interface by which a higher layer extends a table, for example with the rules of a data
// model. The store and the operations only know when to call it.
namespace partita::items {

// The origin of a write.
struct WriteOrigin {
  WriteKind kind = WriteKind::Put;
  // For an update: the attributes that it names as targets, even if their values do not change.
  std::span<const std::string_view> targets = {};
  bool returns_item_on_failure = false;
  // The server itself makes this write: of a row that only it may write, or a transition.
  bool is_server = false;
  std::string_view role = {};  // Of the caller; empty: none.
  history::Author author = {};
  // The revision or version that the caller has seen, or null. A pointer, because g++ 12 does not
  // align a Number that is a part of a coroutine's parameter.
  const Number* expected = nullptr;
};

// The effect of a write on another item, possibly of another table.
struct FurtherEffect {
  std::shared_ptr<const catalog::Table> table;
  ChangeEffect effect;
};
using FurtherEffects = std::vector<FurtherEffect>;

// Checks and writes that are only possible when all other writes of the transaction are buffered.
class PendingRules {
 public:
  virtual ~PendingRules() = default;
  // Adds its effects on other items to `effects`.
  virtual Task<Status> settle(engine::Transaction& transaction, FurtherEffects& effects) const = 0;
};

// The result of applying the rules to a change.
struct RuledChange {
  std::optional<EncodedItem> after;      // To be stored in place of the request's image, if set.
  std::vector<ChangeEffect> companions;  // Of other rows that were buffered with it.
  std::unique_ptr<const PendingRules> pending;
};

// Attached to a catalog::Table. A table without an extension behaves as in DynamoDB, and pays only
// for a null check at each place where a function of the extension would be called. THREADS: safe
// for concurrent calls.
class TableExtension {
 public:
  virtual ~TableExtension() = default;

  // Whether the rules cannot be read by this program: then all writes are refused.
  virtual bool is_sealed() const { return false; }

  // Called for every item that a request reads (shown_item.h): whether requests may see items in
  // another form than the stored one, and that form; nullopt: this item is returned as it is
  // stored.
  virtual bool shows_items() const { return false; }
  virtual std::optional<EncodedItem> shown(const ItemView&) const { return std::nullopt; }

  // Called for every item that a restore or an import brings into a new table, instead of the
  // functions below: returns the item in the form in which it is stored; nullopt: unchanged.
  virtual std::optional<EncodedItem> brought(const ItemView&) const { return std::nullopt; }

  // Called for every put, before its key is made: returns the item with missing key attributes
  // filled in, as far as the model can derive them; nullopt if nothing was added.   ERRORS:
  // InvalidArgument.
  virtual Result<std::optional<EncodedItem>> complete_keys(const ItemView& item) const = 0;

  // Called for every write, in its transaction: checks the change, and buffers the additional
  // writes that belong to it, but not the item itself. May be called again after a conflict.
  // ERRORS: the error for the client if the model refuses the change; those of the engine.
  virtual Task<Result<RuledChange>> apply(engine::Transaction& transaction,
                                          const ItemChange& change,
                                          const WriteOrigin& origin) const = 0;

  // Whether items may have several entries in the index, one for each element of a list.
  virtual bool has_elements(const catalog::Index& index) const = 0;
  // Calls `visit` with the item as such an index returns it, for each element except the stored
  // one.
  virtual void show_elements(const catalog::Index& index, const ItemView& item,
                             FunctionRef<void(const ItemView&)> visit) const = 0;

  // Called for every Query of an index, before its KeyConditionExpression is bound: if the
  // condition uses names that the extension defines, returns it rewritten to the key attributes of
  // the index; null: it is used unchanged. The placeholders of replaced parts count as used.
  // ERRORS: InvalidArgument.
  virtual Result<std::shared_ptr<const expression::ConditionTree>> key_condition(
      const catalog::Index& index, const expression::ConditionTree& written,
      expression::PlaceholderUse& use) const = 0;

  // Whether the item is a row that only the server writes, for example beside another item.
  virtual bool is_servers_row(const ItemView& item) const = 0;

  // Called for a Query that has found nothing: the reason if, by the rules, a query for these
  // values of key attributes can never find anything; else empty. A null index is the table itself.
  virtual std::string why_nothing_matches(const catalog::Index* index,
                                          std::span<const MemberView> wanted) const = 0;
};

// Adds the effects to the counts. Called when they have been committed.
void count(catalog::Statistics& statistics, const FurtherEffects& effects);

// A change that was checked and completed by the extension of its table, if any, and buffered.
struct BufferedChange {
  ChangeEffect effect;
  RuledChange ruled;
};
Task<Result<BufferedChange>> buffer_ruled_change(engine::Transaction& transaction,
                                                 const ItemChange& change,
                                                 const WriteOrigin& origin);

}  // namespace partita::items
