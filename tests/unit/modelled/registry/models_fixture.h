#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "database/database.h"
#include "dynamodb/operations/put_item.h"
#include "modelled/registry/model_store.h"
#include "partita/base/task.h"
#include "support/model_file.h"
#include "support/temporary_directory.h"

namespace partita::registry {

// A small model: one table, one entity. Tests replace parts of it.
inline constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 1
tables:
  orders:
    name: shop-orders
    key: {partition: id}
    billing: {mode: on_demand}
    indexes:
      by_user: {partition: [user], sort: [total], project: all}
entities:
  Order:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      user: {type: string, required: true}
      total: {type: int, min: 0, max: 1000}
      note: {type: string}
)";

// The text with its first `part` replaced, which must be there.
inline std::string with(std::string_view text, std::string_view part, std::string_view other) {
  std::string changed(text);
  const auto at = changed.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return changed.replace(at, part.size(), other);
}

// A database on real files that can be closed and opened again, and its models.
class ModelsFixture : public ::testing::Test {
 protected:
  ModelsFixture() { open(); }

  void open(const database::DatabaseOptions& options = {}) {
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    store.durability = database::Durability::Relaxed;
    database_ = database::Database::open(store, options).value();
    models_ = &database_->models();
  }
  void close() {
    models_ = nullptr;
    database_.reset();
  }
  void restart() {
    close();
    open();
  }

  operations::Context& context() { return database_->context(); }
  catalog::TablePointer table(std::string_view name) { return context().catalog.find(name); }

  static ModelSource source(std::string text) {
    return {.file_name = "shop.yaml", .text = std::move(text), .params = {}};
  }
  static ModelSource shipped(std::string_view name) {
    const auto path = "models/" + std::string(name) + ".yaml";
    return {.file_name = path, .text = tree_file(path), .params = {}};
  }

  ApplyPlan plan(const ModelSource& wanted) { return sync_wait(models_->plan(wanted)).value(); }
  Applied apply(const ModelSource& wanted, const ApplyOptions& options = {}) {
    return sync_wait(models_->apply(wanted, options)).value();
  }

  // The message of the refusal, or nothing.
  std::string put(std::string_view table_name, const Item& item) {
    api::PutItemRequest request;
    request.table_name = table_name;
    request.item = EncodedItem(item);
    const auto answer = sync_wait(operations::put_item(context(), request));
    return answer.ok() ? "" : answer.error().message();
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
  std::unique_ptr<database::Database> database_;
  ModelStore* models_ = nullptr;  // Of the database that is open.
};

}  // namespace partita::registry
