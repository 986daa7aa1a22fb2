#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "database/database.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/put_item.h"
#include "modelled/registry/model_store.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/write_pattern.h"
#include "partita/api/exception.h"
#include "partita/base/task.h"
#include "support/model_file.h"
#include "support/temporary_directory.h"

namespace partita::serving {

using ArgumentList = std::initializer_list<std::pair<std::string, std::string>>;

inline PatternWriteRequest request_of(ArgumentList arguments, Item body = {}) {
  PatternWriteRequest request;
  for (const auto& [name, value] : arguments) request.arguments.set(name, value);
  request.body = std::move(body);
  return request;
}

// A database with one model, whose patterns can be run, and a clock that stands still.
class WriteFixture : public ::testing::Test {
 protected:
  WriteFixture() {
    clock_.advance(std::chrono::hours(24 * 365 * 56));
    open();
  }

  // In memory, until a test asks for files.
  void open() {
    database::DatabaseOptions options;
    options.clock = &clock_;
    options.timed_work = database::TimedWork::ByHand;
    database_ = database::Database::open(store_, options).value();
    tokens_.emplace(sync_wait(PageTokens::open(database_->context().engine, random_)).value());
    pattern_context_.emplace(PatternContext{database_->context(), *tokens_, random_});
  }
  void close() {
    served_.reset();
    pattern_context_.reset();
    tokens_.reset();
    database_.reset();
  }
  void use_files() {
    close();
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    store.durability = database::Durability::Relaxed;
    store_ = store;
    open();
  }
  void restart() {
    const std::string name = served_->model().name;
    close();
    open();
    served_.emplace(database_->models().find(name));
  }

  void serve(std::string text) {
    const registry::ModelSource source{
        .file_name = "test.yaml", .text = std::move(text), .params = {}};
    auto applied =
        sync_wait(database_->models().apply(source, {.enforces = true, .forces_version = true}));
    served_.emplace(applied.value().held);
  }
  void serve_shipped(std::string_view name) {
    serve(tree_file("models/" + std::string(name) + ".yaml"));
  }

  Result<WriteAnswer> write(std::string_view pattern, const PatternWriteRequest& request) {
    const planning::PatternPlan* plan = served_->find(pattern);
    if (plan == nullptr) return Error::internal("no pattern " + std::string(pattern));
    return sync_wait(serving::write(*pattern_context_, *served_, *plan, request));
  }
  Result<WriteAnswer> write(std::string_view pattern, ArgumentList arguments, Item body = {}) {
    return write(pattern, request_of(arguments, std::move(body)));
  }

  // The only item of an answer that must be good.
  static Item item_of(const Result<WriteAnswer>& answer) {
    if (!answer.ok()) {
      ADD_FAILURE() << answer.error().to_string();
      return {};
    }
    const auto& item = answer->rows.at(0).item;
    return item ? item->view().to_item() : Item();
  }
  static std::string text_in(const Item& item, std::string_view attribute) {
    const Value* value = item.find(attribute);
    return value != nullptr && value->type() == ValueType::S ? value->string() : "";
  }

  // The stored item, by its key attributes.
  std::optional<Item> stored(const std::string& table, const Item& key) {
    api::GetItemRequest request;
    request.table_name = table;
    request.key = EncodedItem(key);
    request.consistent_read = true;
    auto answer = sync_wait(operations::get_item(database_->context(), request)).value();
    return answer.item ? std::optional(answer.item->view().to_item()) : std::nullopt;
  }
  // As a client of DynamoDB would.
  void put(const std::string& table, const Item& item) {
    api::PutItemRequest request;
    request.table_name = table;
    request.item = EncodedItem(item);
    ASSERT_TRUE(sync_wait(operations::put_item(database_->context(), request)).ok());
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
  database::Store store_ = database::MemoryStore{};
  ManualClock clock_;
  SystemRandom random_;
  std::unique_ptr<database::Database> database_;
  std::optional<PageTokens> tokens_;
  std::optional<PatternContext> pattern_context_;
  std::optional<ServedModel> served_;
};

// Which failure the answer is; nullopt for another error, or none.
inline std::optional<FailureKind> failure_kind(const Result<WriteAnswer>& answer) {
  if (answer.ok()) return std::nullopt;
  const Failure* failure = failure_of(answer.error());
  return failure == nullptr ? std::nullopt : std::optional(failure->kind);
}

inline std::string message_of(const Result<WriteAnswer>& answer) {
  return answer.ok() ? "" : answer.error().message();
}

// What the model says about a refusal; an empty one if it says nothing.
inline api::ModelError model_error(const Result<WriteAnswer>& answer) {
  const auto* failure = answer.ok() ? nullptr : answer.error().detail<api::ApiFailure>();
  return failure == nullptr || !failure->model_error ? api::ModelError() : *failure->model_error;
}

}  // namespace partita::serving
