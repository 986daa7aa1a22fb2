#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/describe_table.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/update_table.h"
#include "engine/memory/memory_engine.h"
#include "language/expression/expression_cache.h"
#include "partita/api/exception.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "partita/value/value.h"
#include "store/catalog/catalog.h"
#include "store/items/item_collection.h"
#include "store/jobs/jobs.h"
#include "store/lifecycle/table_jobs.h"
#include "store/streams/stream_life.h"
#include "support/store_kind.h"

namespace partita::operations {

// Operations on tables, with a clock that the test moves and no thread behind them: what
// jobs would do is done by work().
class TableFixture : public ::testing::Test {
 protected:
  TableFixture() : TableFixture(catalog::StateDelays()) {}
  explicit TableFixture(catalog::StateDelays delays) : delays_(delays) {
    clock_.jump_wall(std::chrono::seconds(1'800'000'000));
    restart();
  }

  // Forgets everything that is not stored.
  void restart() {
    context_.reset();
    table_jobs_.reset();
    jobs_.reset();
    const catalog::CatalogOptions options{
        .delays = delays_, .clock = &clock_, .settle = &streams::settle_stream};
    catalog_ = sync_wait(catalog::Catalog::open(*engine_, options)).value();
    context_.reset(new Context{*engine_, *catalog_, expressions_, clock_});
  }
  // Does what jobs have to do by now, until nothing is left.
  void work() {
    if (!table_jobs_) {
      jobs_.emplace(jobs::JobsOptions{.clock = &clock_});
      table_jobs_.emplace(*engine_, *catalog_, *jobs_);
      table_jobs_->add();
    }
    jobs_->wake(lifecycle::kTablesJob);
    while (jobs_->run_due() > 0) {
    }
  }

  // A request for a table with the key pk (S) and sk (S), billed by request.
  static api::CreateTableRequest simple(std::string name = "orders") {
    api::CreateTableRequest request;
    request.table_name = std::move(name);
    request.attribute_definitions = {{"pk", api::ScalarAttributeType::S},
                                     {"sk", api::ScalarAttributeType::S}};
    request.key_schema = {{"pk", api::KeyType::Hash}, {"sk", api::KeyType::Range}};
    request.billing_mode = api::BillingMode::PayPerRequest;
    return request;
  }
  static api::CreateTableRequest provisioned(std::int64_t units = 5) {
    auto request = simple();
    request.billing_mode.reset();
    request.provisioned_throughput = {units, units};
    return request;
  }
  static void define(api::CreateTableRequest& request, const std::string& name) {
    request.attribute_definitions->push_back({name, api::ScalarAttributeType::S});
  }
  static api::Projection all() { return {api::ProjectionType::All, std::nullopt}; }
  // A global index with one partition attribute, which is defined with it.
  static void add_index(api::CreateTableRequest& request, const std::string& name,
                        const std::string& attribute) {
    define(request, attribute);
    if (!request.global_secondary_indexes) request.global_secondary_indexes.emplace();
    request.global_secondary_indexes->push_back(
        {.index_name = name, .key_schema = {{attribute, api::KeyType::Hash}}, .projection = all()});
  }
  static api::UpdateTableRequest update(const std::string& name = "orders") {
    return {.table_name = name};
  }
  static api::UpdateTableRequest index_creation(const std::string& name,
                                                const std::string& attribute) {
    auto request = update();
    request.attribute_definitions = {{attribute, api::ScalarAttributeType::S}};
    request.global_secondary_index_updates = {{.create = api::CreateGlobalSecondaryIndexAction{
                                                   .index_name = name,
                                                   .key_schema = {{attribute, api::KeyType::Hash}},
                                                   .projection = all()}}};
    return request;
  }
  static api::UpdateTableRequest index_deletion(const std::string& name) {
    auto request = update();
    request.global_secondary_index_updates = {
        {.delete_ = api::DeleteGlobalSecondaryIndexAction{.index_name = name}}};
    return request;
  }

  Result<api::TableDescription> create(const api::CreateTableRequest& request) {
    auto response = sync_wait(create_table(*context_, request));
    if (!response.ok()) return std::move(response).error();
    return std::move(*response->table_description);
  }
  Result<api::TableDescription> change(const api::UpdateTableRequest& request) {
    auto response = sync_wait(update_table(*context_, request));
    if (!response.ok()) return std::move(response).error();
    return std::move(*response->table_description);
  }
  Result<api::TableDescription> describe(const std::string& name = "orders") {
    auto response = sync_wait(describe_table(*context_, {.table_name = name}));
    if (!response.ok()) return std::move(response).error();
    return std::move(*response->table);
  }
  Result<api::TableDescription> remove(const std::string& name = "orders") {
    auto response = sync_wait(delete_table(*context_, {.table_name = name}));
    if (!response.ok()) return std::move(response).error();
    return std::move(*response->table_description);
  }
  void put(const Item& item, const std::string& name = "orders") {
    api::PutItemRequest request;
    request.table_name = name;
    request.item = EncodedItem(item);
    const auto response = sync_wait(put_item(*context_, request));
    ASSERT_TRUE(response.ok()) << response.error().to_string();
  }

  // "ValidationException-like" answers as text: the exception's number does not matter to a reader.
  template <typename T>
  static std::string error_of(const Result<T>& result,
                              api::Exception expected = api::Exception::Validation) {
    if (result.ok()) return "no error";
    EXPECT_EQ(api::exception_of(result.error()), expected) << result.error().to_string();
    return result.error().message();
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine(&testing::store_kind);
  const catalog::StateDelays delays_;
  std::unique_ptr<catalog::Catalog> catalog_;
  expression::ExpressionCache expressions_{expression::ExpressionCache::Limits{}};
  ManualClock clock_;
  std::unique_ptr<Context> context_;
  std::optional<jobs::Jobs> jobs_;                  // Made by work().
  std::optional<lifecycle::TableJobs> table_jobs_;  // The same.
};

}  // namespace partita::operations
