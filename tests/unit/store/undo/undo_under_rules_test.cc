// Undo on tables that a model rules.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "database/database.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/put_item.h"
#include "modelled/registry/model_store.h"
#include "partita/base/task.h"
#include "store/items/item_key.h"
#include "store/undo/undo.h"

namespace partita::undo {
namespace {

using State = UndoneItem::State;

constexpr std::string_view kModel = R"(
format: 1
model: desk
version: 1
tables:
  desk:
    name: desk
    key: {partition: pk, sort: sk}
    billing: {mode: on_demand}
    pitr: {enabled: true, window_days: 7}
entities:
  Customer:
    table: desk
    key: {pk: 'C#{customerId}', sk: '#'}
    attributes:
      customerId: {type: string}
      mail: {type: string}
    unique: [{on: [mail]}]
  Order:
    table: desk
    key: {pk: 'O#{orderId}', sk: '#'}
    attributes:
      orderId: {type: string}
      customerId: {type: string, references: Customer}
      state: {type: enum, values: [open, sent, closed]}
      rev: {type: int}
    rev: {attribute: rev}
    lifecycle:
      attribute: state
      initial: [open]
      final: [closed]
      transitions:
        - {from: open, to: sent}
        - {from: sent, to: closed}
)";

class UndoUnderRules : public ::testing::Test {
 protected:
  UndoUnderRules() {
    auto opened = database::Database::open(database::MemoryStore{});
    EXPECT_TRUE(opened.ok()) << opened.error().to_string();
    database_ = std::move(*opened);
    const registry::ModelSource source{
        .file_name = "desk.yaml", .text = std::string(kModel), .params = {}};
    const auto applied = sync_wait(database_->models().apply(source, {.enforces = true}));
    EXPECT_TRUE(applied.ok()) << applied.error().to_string();
  }

  operations::Context as(std::uint64_t request) {
    operations::Context context = database_->context();
    context.author = {.request = request, .access_key = "AKIA1"};
    return context;
  }
  void put(std::uint64_t request, const Item& item) {
    api::PutItemRequest put;
    put.table_name = "desk";
    put.item = EncodedItem(item);
    operations::Context context = as(request);
    const auto answer = sync_wait(operations::put_item(context, put));
    EXPECT_TRUE(answer.ok()) << answer.error().to_string();
  }
  void erase(std::uint64_t request, const std::string& pk) {
    api::DeleteItemRequest request_to_delete;
    request_to_delete.table_name = "desk";
    request_to_delete.key = EncodedItem(Item{{"pk", pk}, {"sk", "#"}});
    operations::Context context = as(request);
    const auto answer = sync_wait(operations::delete_item(context, request_to_delete));
    EXPECT_TRUE(answer.ok()) << answer.error().to_string();
  }
  static Item customer(const std::string& id, const std::string& mail) {
    return {{"pk", "C#" + id}, {"sk", "#"}, {"customerId", id}, {"mail", mail}};
  }
  static Item order(const std::string& id, const std::string& of, const std::string& state) {
    return {{"pk", "O#" + id}, {"sk", "#"}, {"orderId", id}, {"customerId", of}, {"state", state}};
  }
  std::optional<Item> get(const std::string& pk) {
    api::GetItemRequest request;
    request.table_name = "desk";
    request.key = EncodedItem(Item{{"pk", pk}, {"sk", "#"}});
    request.consistent_read = true;
    const auto answer = sync_wait(operations::get_item(database_->context(), request));
    EXPECT_TRUE(answer.ok());
    if (!answer->item) return std::nullopt;
    return answer->item->view().to_item();
  }
  std::string text(const std::string& pk, const std::string& attribute) {
    const auto item = get(pk);
    if (!item) return "(gone)";
    const Value* value = item->find(attribute);
    if (value == nullptr) return "(none)";
    return value->type() == ValueType::N ? value->number().to_string() : value->string();
  }
  UndoPlan undo(std::uint64_t request) {
    operations::Context context = as(99);
    const Undo undo(context.engine, context.catalog, context.catalog.find("desk"), context.author);
    const UndoQuestion question{.filter = {.request = request}};
    auto plan = sync_wait(undo.plan(question, 1000));
    EXPECT_TRUE(plan.ok()) << plan.error().to_string();
    const Status done = sync_wait(undo.carry_out(question, *plan));
    EXPECT_TRUE(done.ok()) << done.error().to_string();
    return std::move(*plan);
  }

  std::unique_ptr<database::Database> database_;
};

TEST_F(UndoUnderRules, GoesBackThroughStatesThatNothingLeadsBackTo) {
  put(1, customer("1", "a@x"));
  put(2, order("7", "1", "open"));
  put(3, order("7", "1", "sent"));
  put(4, order("7", "1", "closed"));
  EXPECT_EQ(undo(4).count(State::Done), 1U);
  EXPECT_EQ(text("O#7", "state"), "sent");
  EXPECT_EQ(undo(3).count(State::Refused), 1U);
}

TEST_F(UndoUnderRules, CountsRevisionsOn) {
  put(1, customer("1", "a@x"));
  put(2, order("7", "1", "open"));
  put(3, order("7", "1", "sent"));
  EXPECT_EQ(text("O#7", "rev"), "2");
  EXPECT_EQ(undo(3).count(State::Done), 1U);
  EXPECT_EQ(text("O#7", "state"), "open");
  EXPECT_EQ(text("O#7", "rev"), "3");
}

TEST_F(UndoUnderRules, CanBeUndone) {
  put(1, customer("1", "a@x"));
  put(2, order("7", "1", "open"));
  put(3, order("7", "1", "sent"));
  EXPECT_EQ(undo(3).count(State::Done), 1U);
  EXPECT_EQ(undo(99).count(State::Done), 1U);
  EXPECT_EQ(text("O#7", "state"), "sent");
  EXPECT_EQ(text("O#7", "rev"), "4");
}

TEST_F(UndoUnderRules, IsRefusedIfAnotherItemHasItsUniqueValueNow) {
  put(1, customer("1", "a@x"));
  put(2, customer("1", "b@x"));
  put(3, customer("2", "a@x"));
  const auto plan = undo(2);
  ASSERT_EQ(plan.count(State::Refused), 1U);
  EXPECT_NE(plan.items.front().refusal.find("mail"), std::string::npos)
      << plan.items.front().refusal;
  EXPECT_EQ(text("C#1", "mail"), "b@x");
}

TEST_F(UndoUnderRules, IsRefusedIfWhatTheItemRefersToIsGone) {
  put(1, customer("1", "a@x"));
  put(2, order("7", "1", "open"));
  erase(3, "O#7");
  erase(4, "C#1");
  EXPECT_EQ(undo(3).count(State::Refused), 1U);
  EXPECT_EQ(text("O#7", "state"), "(gone)");
  EXPECT_EQ(undo(4).count(State::Done), 1U);
  EXPECT_EQ(undo(3).count(State::Done), 1U);
  EXPECT_EQ(text("O#7", "state"), "open");
}

TEST_F(UndoUnderRules, OfAllThatSomebodyHasDeletedBringsBackWhatBelongsTogether) {
  put(1, customer("1", "a@x"));
  put(2, order("7", "1", "open"));
  erase(5, "O#7");
  erase(5, "C#1");
  EXPECT_EQ(undo(5).count(State::Done), 2U);
  EXPECT_EQ(text("O#7", "customerId"), "1");
  EXPECT_EQ(text("C#1", "mail"), "a@x");
}

TEST_F(UndoUnderRules, SwapsUniqueValuesBackInOneTransaction) {
  put(1, customer("1", "a@x"));
  put(1, customer("2", "b@x"));
  put(2, customer("1", "c@x"));
  put(2, customer("2", "a@x"));
  put(2, customer("1", "b@x"));
  EXPECT_EQ(undo(2).count(State::Done), 2U);
  EXPECT_EQ(text("C#1", "mail"), "a@x");
  EXPECT_EQ(text("C#2", "mail"), "b@x");
}

}  // namespace
}  // namespace partita::undo
