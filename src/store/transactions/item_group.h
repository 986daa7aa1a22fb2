#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"
#include "store/catalog/catalog.h"
#include "store/items/item_change.h"
#include "store/items/item_collection.h"
#include "store/items/table_extension.h"

namespace partita::transactions {

// What a transaction has read of a group.
struct GroupImages {
  std::vector<std::optional<Bytes>> items;
  std::optional<Bytes> also;

  // The item of that number, or nullopt if there is none. Views this object.
  // ERRORS: Corrupt.
  Result<std::optional<ItemView>> item(std::size_t index) const;
};

// Items of one table or several that one engine transaction reads and writes: all or nothing.
//
//   const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
//     auto images = co_await group.read(transaction, catalog);
//     CO_TRY(images);
//     ... decide about each item, group.buffer ...
//   };
//   Status written = co_await engine::run(engine, body);
//   if (written.ok()) group.count(catalog.statistics());
//
// THREADS: one thread at a time.
class ItemGroup {
 public:
  // `key` is key_of_item or key_of_argument. Items are numbered from 0 in the order they come.
  void add(const catalog::TablePointer& table, Bytes key);
  std::size_t size() const { return members_.size(); }
  const catalog::TablePointer& table_of(std::size_t index) const {
    return tables_[members_[index].table].table;
  }
  ByteView key_of(std::size_t index) const { return members_[index].key; }
  // Whether an item is in it twice.
  bool has_duplicates() const;

  // Begins an attempt: reads all items, the epochs of their tables, the sizes of their collections,
  // and what stands under the key `also` unless that is empty, in one step. From then on table_of
  // is the table of that moment.
  // ERRORS: those of items::confirm_table and of the engine.
  Task<Result<GroupImages>> read(engine::Transaction& transaction, const catalog::Catalog& catalog,
                                 ByteView also = {});

  // Buffers what becomes of an item, by the rules of its table if it has any. What it does is known
  // by effects(), in the order of the calls.
  // ERRORS: what the rules say; InvalidArgument if the item is too large with its local entries.
  struct Change {
    std::size_t index;
    std::optional<ItemView> before;
    std::optional<ItemView> after;
    items::WriteOrigin origin = {};
  };
  Task<Status> buffer(engine::Transaction& transaction, const Change& change);
  // For an item that is only read: it has an effect that costs and changes nothing.
  void note_unchanged(const Change& change);
  // What the rules have left to ask and to do about an item until all of the group is buffered.
  // Nothing for an item that was not buffered in this attempt.
  Task<Status> settle_pending(engine::Transaction& transaction, std::size_t index);
  // Measures the item collections that the attempt changes: effects() then tell their sizes, and
  // which items must not be written. Once all of the group is buffered.
  // ERRORS: Corrupt.
  Status measure_collections();
  // The same, and fails with ItemCollectionSizeLimitExceeded if there is such an item.
  Status check_collections();

  // What the last attempt did. Valid as long as table_of, because it points into the tables.
  struct Effect {
    std::size_t index;
    items::ChangeEffect change;
    std::vector<items::ChangeEffect> companions = {};
    std::unique_ptr<const items::PendingRules> pending = nullptr;
    items::FurtherEffects further = {};         // Of items that go with it.
    std::optional<EncodedItem> completed = {};  // The item, if the rules have added to it.
    std::optional<items::CollectionChange> collection = {};  // Once it is measured.

    bool is_beyond_limit() const { return collection && collection->is_beyond_limit; }
  };
  std::span<const Effect> effects() const { return effects_; }
  // Once the last attempt is committed.
  void count(catalog::Statistics& statistics) const;
  // The same for what its items cost: in a transaction, the tables `times` as much.
  void charge(catalog::Usage& usage, double times = 1) const;

 private:
  struct UsedTable {
    catalog::TablePointer table;
    Bytes epoch_key;
  };
  struct Member {
    std::size_t table;  // Its place in tables_.
    Bytes key;
    // If its table has local indexes; the size as the last attempt has read it.
    Bytes collection_key = {};
    std::optional<Bytes> collection_size = {};
  };

  bool has_companions() const;
  Task<Status> buffer_by_rules(engine::Transaction& transaction, std::size_t index,
                               items::ItemChange change, items::WriteOrigin origin);
  std::size_t place_of(const catalog::TablePointer& table);
  // First the keys of the collections, which are not to be checked.
  std::vector<ByteView> wanted_keys(std::span<Member* const> in_collections, ByteView also) const;
  std::vector<Member*> members_in_collections();
  Task<Status> confirm_tables(const catalog::Catalog& catalog,
                              std::span<const std::optional<Bytes>> epochs);

  std::vector<UsedTable> tables_;  // Each once.
  std::vector<Member> members_;
  std::vector<Effect> effects_;
  WallTime time_{};  // When the last attempt began.
};

}  // namespace partita::transactions
