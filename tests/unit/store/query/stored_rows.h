#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/value.h"
#include "store/catalog/catalog.h"
#include "store/items/item_change.h"
#include "store/items/item_collection.h"
#include "store/items/item_key.h"
#include "store/query/read_page.h"
#include "store/query/read_source.h"

namespace partita::query {

// One table in a memory engine, written as the database writes it.
class StoredRows {
 public:
  explicit StoredRows(catalog::Table table) {
    table.id = keys::TableId{7};
    table_ = std::make_shared<const catalog::Table>(std::move(table));
  }

  const catalog::Table& table() const { return *table_; }
  engine::Engine& engine() { return *engine_; }

  ReadSource source() const { return {.table = table_}; }
  ReadSource source(std::string_view index) const {
    return {.table = table_, .index = table_->find_index(index)};
  }

  void put(const Item& item) { change(std::nullopt, item); }
  void erase(const Item& item) { change(item, std::nullopt); }

  Page read(const ReadPlan& plan) {
    auto page = sync_wait(read_page(*engine_, plan));
    EXPECT_TRUE(page.ok()) << (page.ok() ? "" : page.error().to_string());
    return page.ok() ? std::move(*page) : Page{};
  }

 private:
  void change(const std::optional<Item>& before, const std::optional<Item>& after) {
    const EncodedItem item(before ? *before : *after);
    const std::optional<ItemView> image(item.view());
    const Bytes key = items::key_of_stored(*table_, item.view());
    const auto transaction = engine_->begin();
    items::buffer_change(*transaction, {.table = *table_,
                                        .key = key,
                                        .before = before ? image : std::nullopt,
                                        .after = after ? image : std::nullopt,
                                        .time = {}});
    EXPECT_TRUE(sync_wait(transaction->commit()).ok());
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine(&items::collection_kind);
  catalog::TablePointer table_;
};

// The texts of one attribute of all items of a page; "-" where it is absent.
inline std::vector<std::string> texts(const EncodedItemList& items, std::string_view attribute) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto value = items.at(i).find(attribute);
    result.emplace_back(value ? value->string() : "-");
  }
  return result;
}

}  // namespace partita::query
