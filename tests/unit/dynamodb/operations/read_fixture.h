#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/scan.h"
#include "engine/memory/memory_engine.h"
#include "language/expression/expression_cache.h"
#include "partita/api/exception.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/value.h"
#include "store/catalog/catalog.h"
#include "store/items/item_change.h"
#include "store/items/item_collection.h"
#include "store/items/item_key.h"
#include "support/table_builder.h"

namespace partita::operations {

using Texts = std::vector<std::string>;

// Tables with items in a memory engine, and the operations that read them.
class ReadFixture : public ::testing::Test {
 protected:
  ReadFixture() : catalog_(sync_wait(catalog::Catalog::open(*engine_)).value()) {}

  void create(catalog::Table table) {
    EXPECT_TRUE(sync_wait(catalog_->create(std::move(table))).ok());
  }

  void put(std::string_view table_name, const Item& item) {
    const auto table = catalog_->find(table_name);
    const EncodedItem encoded(item);
    const Bytes key = items::key_of_item(*table, encoded.view()).value();
    const auto transaction = engine_->begin();
    items::buffer_change(
        *transaction,
        {.table = *table, .key = key, .before = {}, .after = encoded.view(), .time = {}});
    EXPECT_TRUE(sync_wait(transaction->commit()).ok());
  }

  Result<api::QueryResponse> query(const api::QueryRequest& request) {
    return sync_wait(operations::query(context_, request));
  }
  Result<api::ScanResponse> scan(const api::ScanRequest& request) {
    return sync_wait(operations::scan(context_, request));
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine(&items::collection_kind);
  std::unique_ptr<catalog::Catalog> catalog_;
  expression::ExpressionCache expressions_{expression::ExpressionCache::Limits{}};
  Context context_{*engine_, *catalog_, expressions_, Clock::system()};
};

inline api::ItemInput input(const Item& item) { return EncodedItem(item); }

// The message of a ValidationException; anything else is told with its kind.
template <typename Response>
std::string problem(const Result<Response>& result) {
  if (result.ok()) return "no problem";
  const bool is_validation = api::exception_of(result.error()) == api::Exception::Validation;
  return is_validation ? result.error().message() : "not valid: " + result.error().to_string();
}

// The texts of one attribute of all items of an answer; "-" where it is absent.
template <typename Response>
Texts texts(const Result<Response>& result, std::string_view attribute) {
  if (!result.ok()) return {result.error().to_string()};
  Texts found;
  for (std::size_t i = 0; i < result->items->size(); ++i) {
    const auto value = result->items->at(i).find(attribute);
    found.emplace_back(value ? value->string() : "-");
  }
  return found;
}

// The same through all pages, each from where the last one ended.
template <typename Request, typename Read>
Texts paged_texts(Request request, std::string_view attribute, Read read) {
  Texts found;
  for (int pages = 0; pages < 200; ++pages) {
    const auto answer = read(request);
    for (auto& text : texts(answer, attribute)) found.push_back(std::move(text));
    if (!answer.ok() || !answer->last_evaluated_key) break;
    request.exclusive_start_key = api::ItemInput(*answer->last_evaluated_key);
  }
  return found;
}

}  // namespace partita::operations
