#pragma once

#include <optional>

#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"
#include "store/items/table_extension.h"

namespace partita::items {

// An item, or an entry of an index, as requests see it. During a migration of a model this may
// differ from the stored form. Without a migration it costs one check of a pointer. LIFETIME: the
// stored bytes must outlive it.
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

// The same for an item that may not exist.
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
