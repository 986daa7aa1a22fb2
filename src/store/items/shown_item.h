#pragma once

#include <optional>

#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"
#include "store/items/table_extension.h"

namespace partita::items {

// An item, or an entry of an index, as requests see it: while a model changes the form of stored
// items, that is not how each of them is stored. Costs a look at a pointer where no model does.
// LIFETIME: the stored bytes must outlive it.
class ShownItem {
 public:
  ShownItem(const catalog::Table& table, const ItemView& stored)
      : made_(made(table, stored)), view_(made_ ? made_->view() : stored) {}
  ShownItem(const ShownItem&) = delete;
  ShownItem& operator=(const ShownItem&) = delete;

  const ItemView& view() const { return view_; }

 private:
  static std::optional<EncodedItem> made(const catalog::Table& table, const ItemView& stored) {
    const TableExtension* rules = table.extension.get();
    if (rules == nullptr || !rules->shows_items()) return std::nullopt;
    return rules->shown(stored);
  }

  std::optional<EncodedItem> made_;
  ItemView view_;
};

// The same for one that may not be there.
class ShownImage {
 public:
  ShownImage(const catalog::Table& table, const std::optional<ItemView>& stored) {
    if (!stored) return;
    item_.emplace(table, *stored);
    view_ = item_->view();
  }
  ShownImage(const ShownImage&) = delete;
  ShownImage& operator=(const ShownImage&) = delete;

  const std::optional<ItemView>& view() const { return view_; }

 private:
  std::optional<ShownItem> item_;
  std::optional<ItemView> view_;
};

}  // namespace partita::items
