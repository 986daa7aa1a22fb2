#include "items/item_collection.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "items/index_keys.h"
#include "keys/collection_keys.h"
#include "partita/api/exception.h"
#include "partita/base/varint.h"
#include "partita/value/measure.h"

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

// For engine::Transaction::merge. A row that is damaged stays, so that whoever reads it is told.
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
  if (index.projection == catalog::Projection::All) return size_bytes(item);
  std::size_t sum = 0;
  for (const auto& name : index.stored_attributes) {
    const auto value = item.find(name);
    if (value) sum += name.size() + size_bytes(*value);
  }
  return sum;
}

// What a commit does to one collection, and what there is of it before.
struct Sum {
  std::int64_t growth = 0;
  std::int64_t stored = 0;

  std::int64_t after() const { return stored + growth; }
  bool is_beyond_limit() const { return growth > 0 && after() > kCollectionBytesMax; }
};
using Sums = std::map<ByteView, Sum>;

Task<Status> read_stored(const engine::View& view, Sums& sums) {
  std::vector<ByteView> wanted;
  wanted.reserve(sums.size());
  for (const auto& [key, sum] : sums) wanted.push_back(key);
  Status decoded;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (!value) return;
    const auto bytes = decode(*value);
    if (!bytes) decoded = Error::corrupt("the size of an item collection is damaged");
    sums[wanted[index]].stored = bytes.value_or(0);
  };
  Status read = co_await view.get(wanted, keep);
  CO_TRY(read);
  co_return decoded;
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
  transaction.merge(std::move(collection->key), encode(collection->growth), add_bytes);
}

Task<Status> measure(const engine::View& view, std::span<CollectionChange* const> changes) {
  Sums sums;
  for (const CollectionChange* change : changes) sums[change->key].growth += change->growth;
  if (sums.empty()) co_return Status{};
  Status read = co_await read_stored(view, sums);
  CO_TRY(read);
  for (CollectionChange* change : changes) {
    const Sum& sum = sums[change->key];
    change->bytes_after = sum.after();
    change->is_beyond_limit = change->growth > 0 && sum.is_beyond_limit();
  }
  co_return Status{};
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
