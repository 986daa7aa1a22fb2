#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"
#include "store/items/item_change.h"
#include "store/items/table_extension.h"

// Item collections: all items of a table with one partition key, and their entries in its local
// indexes. Only tables with local indexes have them; their sizes are kept exactly, a row for each
// collection that changes in the commit of each write. item_collection.cc has the grammar.
namespace partita::items {

// AWS: "The maximum size of any item collection is 10 GB." (LSI)
inline constexpr std::int64_t kCollectionBytesMax = std::int64_t{10} << 30;

// What the change of one item does to its collection.
struct CollectionChange {
  Bytes key;                // keys::collection_key
  std::int64_t growth = 0;  // Negative if it becomes smaller.
  // How large the collection was when the transaction read it, for measure.
  std::int64_t bytes_before = 0;
  // Filled by measure: how large the collection will be, with all changes of the commit, and
  // whether this one is among those that let it grow beyond the limit.
  std::int64_t bytes_after = 0;
  bool is_beyond_limit = false;
};

// Nullopt if the table has no local indexes.
std::optional<CollectionChange> collection_change(const catalog::Table& table, ByteView item_key,
                                                  const ChangeEffect& effect);

// Keeps the size: merged, so that writers of one collection do not conflict.
void buffer_collection(engine::Transaction& transaction, const ItemChange& change,
                       const ChangeEffect& effect);

// How the rows of collections are merged; null for any other key. For engine::KeyKinds.
engine::Combine collection_kind(ByteView key);

// The size that is stored under keys::collection_key; 0 if there is no such row. The key is read
// unchecked: writers of one collection do not conflict.
// ERRORS: Corrupt.
Result<std::int64_t> parse_collection_size(const std::optional<Bytes>& stored);

// Measures the collections of all changes of one commit, before it.
//
// AWS: nothing can be added to a collection that is too large, but it can be made smaller.
// Ours: judged by what the commit does to it as a whole, and by the size that the transaction has
// read: writers that do not wait for each other may go beyond the limit by what they write at one
// time.
// REQUIRES: bytes_before of each is set.
void measure(std::span<CollectionChange* const> changes);

// "Collection size exceeded."
Error collection_too_large();

// AWS: an item and its entries in all local indexes, with their keys and projected attributes, have
// 400 KB at most (Constraints).
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_local_entries(const ItemChange& change, WriteKind kind);

}  // namespace partita::items
