#include "store/items/index_entries.h"

#include <array>
#include <cassert>
#include <span>

#include "partita/base/check.h"
#include "partita/value/item_codec.h"
#include "store/items/index_keys.h"
#include "store/items/item_key.h"
#include "store/keys/item_keys.h"

namespace partita::items {
namespace {

using catalog::Index;
using catalog::KeyAttribute;

constexpr std::size_t kKeyAttributesMax = 4;
using KeyValues = std::array<keys::KeyValue, kKeyAttributesMax>;

std::span<const keys::KeyValue> collect(const std::vector<KeyAttribute>& attributes,
                                        const ItemView& item, KeyValues& values) {
  PARTITA_CHECK(attributes.size() <= values.size());
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const auto value = item.find(attributes[i].name);
    assert(value.has_value());  // is_in_index has found it.
    values[i] = key_value(*value);
  }
  return std::span(values).first(attributes.size());
}

}  // namespace

std::optional<Bytes> index_entry_key(const catalog::Table& table, const Index& index,
                                     const ItemView& attributes, const keys::KeyHash& item) {
  if (!is_in_index(index, attributes)) return std::nullopt;
  KeyValues partition;
  KeyValues sort;
  const keys::Partition place{
      .table = table.id,
      .index = index.id,
      .hash = keys::hash_partition(collect(index.key.partition, attributes, partition))};
  return keys::index_entry_key(place, collect(index.key.sort, attributes, sort), item);
}

Bytes index_entry_value(const Index& index, const ItemView& item) {
  if (index.projection == catalog::IndexProjection::All) return Bytes(item.bytes());
  Bytes bytes;
  append_projected(bytes, item, std::span<const std::string>(index.stored_attributes));
  return bytes;
}

}  // namespace partita::items
