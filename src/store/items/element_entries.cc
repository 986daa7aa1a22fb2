#include "store/items/element_entries.h"

#include "store/items/index_entries.h"
#include "store/items/table_extension.h"
#include "store/keys/item_keys.h"

namespace partita::items {

ElementEntries element_entries(const catalog::Table& table, const catalog::Index& index,
                               ByteView item_key, const std::optional<ItemView>& item) {
  ElementEntries entries;
  if (!item) return entries;
  const auto hash = keys::hash_item(item_key);
  const auto add = [&](const ItemView& shown) {
    auto key = index_entry_key(table, index, shown, hash);
    if (key) entries.emplace(std::move(*key), index_entry_value(index, shown));
  };
  add(*item);
  const TableExtension* rules = table.extension.get();
  if (rules != nullptr && rules->has_elements(index)) rules->show_elements(index, *item, add);
  return entries;
}

}  // namespace partita::items
