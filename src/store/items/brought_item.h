#pragma once

#include <optional>

#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"
#include "store/items/table_extension.h"

namespace partita::items {

// An item that comes into a new table from a backup, the past of another table or files, as it is
// to be stored there: a model may have changed the form of its items since.
// LIFETIME: the bytes of the item must outlive it.
class BroughtItem {
 public:
  BroughtItem(const catalog::Table& table, const ItemView& item)
      : made_(table.extension ? table.extension->brought(item) : std::nullopt),
        view_(made_ ? made_->view() : item) {}
  BroughtItem(const BroughtItem&) = delete;
  BroughtItem& operator=(const BroughtItem&) = delete;

  const ItemView& view() const { return view_; }

 private:
  std::optional<EncodedItem> made_;
  ItemView view_;
};

}  // namespace partita::items
