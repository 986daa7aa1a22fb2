#include "store/items/item_collection.h"

#include <cstddef>
#include <map>
#include <utility>

#include "partita/api/exception.h"
#include "partita/base/varint.h"
#include "partita/value/measure.h"
#include "store/items/index_keys.h"
#include "store/keys/collection_keys.h"
#include "store/keys/key_space.h"

// The size of a collection; an empty one has no row:
//
// key   := 09 table:u32 partition:hash      value := bytes:signed

namespace partita::items {
namespace {

using catalog::Index;
using catalog::IndexKind;

Bytes encode(std::int64_t bytes) {
  Bytes encoded;
  append_signed(encoded, bytes);
  return encoded;
}

std::optional<std::int64_t> decode(ByteView stored) {
  const auto bytes = take_signed(stored);
  return stored.empty() ? bytes : std::nullopt;
}

// How rows are merged. A row that is damaged stays, so that the next read of it fails with Corrupt.
std::optional<Bytes> add_bytes(std::optional<ByteView> stored, ByteView operand) {
  const auto before = stored ? decode(*stored) : 0;
  if (!before) return Bytes(*stored);
  const std::int64_t sum = *before + *decode(operand);
  return sum == 0 ? std::nullopt : std::optional(encode(sum));
}

std::int64_t growth_of(const SizeChange& sizes) {
  return static_cast<std::int64_t>(sizes.after.value_or(0)) -
         static_cast<std::int64_t>(sizes.before.value_or(0));
}

std::size_t entry_bytes(const Index& index, const ItemView& item) {
  if (!is_in_index(index, item)) return 0;
  if (index.projection == catalog::IndexProjection::All) return size_bytes(item);
  std::size_t sum = 0;
  for (const auto& name : index.stored_attributes) {
    const auto value = item.find(name);
    if (value) sum += name.size() + size_bytes(*value);
  }
  return sum;
}

}  // namespace

std::optional<CollectionChange> collection_change(const catalog::Table& table, ByteView item_key,
                                                  const ChangeEffect& effect) {
  if (!table.has_local_indexes()) return std::nullopt;
  std::int64_t growth = growth_of(effect.item);
  for (const auto& part : effect.indexes) {
    if (part.index->kind == IndexKind::Local) growth += growth_of(part.sizes);
  }
  return CollectionChange{.key = keys::collection_key(item_key), .growth = growth};
}

void buffer_collection(engine::Transaction& transaction, const ItemChange& change,
                       const ChangeEffect& effect) {
  auto collection = collection_change(change.table, change.key, effect);
  if (!collection || collection->growth == 0) return;
  transaction.merge(std::move(collection->key), encode(collection->growth));
}

engine::Combine collection_kind(ByteView key) {
  constexpr char kSpace = static_cast<char>(keys::Space::ItemCollections);
  return !key.empty() && key.front() == kSpace ? &add_bytes : nullptr;
}

Result<std::int64_t> parse_collection_size(const std::optional<Bytes>& stored) {
  if (!stored) return 0;
  const auto bytes = decode(*stored);
  if (!bytes) return Error::corrupt("the size of an item collection is damaged");
  return *bytes;
}

void measure(std::span<CollectionChange* const> changes) {
  std::map<ByteView, std::int64_t> growths;
  for (const CollectionChange* change : changes) growths[change->key] += change->growth;
  for (CollectionChange* change : changes) {
    const std::int64_t growth = growths[change->key];
    change->bytes_after = change->bytes_before + growth;
    change->is_beyond_limit =
        change->growth > 0 && growth > 0 && change->bytes_after > kCollectionBytesMax;
  }
}

Error collection_too_large() {
  return api::failure(api::Exception::ItemCollectionSizeLimitExceeded, "Collection size exceeded.");
}

Status check_local_entries(const ItemChange& change, WriteKind kind) {
  if (!change.after || !change.table.has_local_indexes()) return {};
  std::size_t sum = size_bytes(*change.after);
  for (const Index& index : change.table.indexes) {
    if (index.kind == IndexKind::Local) sum += entry_bytes(index, *change.after);
  }
  if (sum <= kItemBytesMax) return {};
  return api::invalid(kind == WriteKind::Update
                          ? "Item size to update has exceeded the maximum allowed size"
                          : "Item size has exceeded the maximum allowed size");
}

}  // namespace partita::items
