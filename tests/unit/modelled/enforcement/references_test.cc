// References between items, and values that only one may have, by every door: alone, in a batch, in
// a transaction, by expiry.
#include <gtest/gtest.h>

#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "model/definition/read_model.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/enforcement/unique_builder.h"
#include "store/keys/unique_keys.h"
#include "unit/store/transactions/transact_requests.h"

namespace partita::enforcement {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

std::string shop(const std::string& order_on_delete, const std::string& line_on_delete) {
  return R"(
format: 1
model: shop
version: 1
tables:
  shop: {name: shop, key: {partition: pk}}
entities:
  Customer:
    match: {kind: customer}
    key: {pk: '{pk}'}
    attributes:
      pk: {type: string}
      kind: {type: const, value: customer}
      nick: {type: string}
    unique: [{on: [nick], fold: case}]
  Order:
    match: {kind: order}
    key: {pk: '{pk}'}
    attributes:
      pk: {type: string}
      kind: {type: const, value: order}
      nick: {type: string}
      customer: {type: string, references: Customer)" +
         order_on_delete + R"(}
    unique: [{on: [nick], fold: case}]
  Line:
    match: {kind: line}
    key: {pk: '{pk}'}
    attributes:
      pk: {type: string}
      kind: {type: const, value: line}
      order: {type: string, references: Order)" +
         line_on_delete + "}\n";
}

class References : public ::testing::Test {
 protected:
  References() { store_.create(simple_table("shop")); }

  void attach(const std::string& text) {
    const auto model = model::load_model(text, "shop.yaml").value();
    rules_ = ModelRules::create(model, model->tables.front(), store_.catalog().find("shop")->id,
                                {store_.catalog(), store_.clock(), random_})
                 .value();
    sync_wait(store_.catalog().extend("shop", rules_)).value();
  }
  // As the server does behind a model that was applied.
  void build() {
    UniqueBuilder builder(store_.engine(), *rules_);
    while (sync_wait(builder.build_some()).value() != UniqueBuilder::Build::Done) {
    }
  }
  void attach_and_build(const std::string& orders, const std::string& lines = "") {
    attach(shop(orders, lines));
    build();
  }

  static Item customer(const std::string& id, const std::string& nick) {
    return {{"pk", id}, {"kind", "customer"}, {"nick", nick}};
  }
  static Item customer(const std::string& id) { return {{"pk", id}, {"kind", "customer"}}; }
  static Item order(const std::string& id, const std::string& of) {
    return {{"pk", id}, {"kind", "order"}, {"customer", of}};
  }
  static Item line(const std::string& id, const std::string& of) {
    return {{"pk", id}, {"kind", "line"}, {"order", of}};
  }
  static Item key(const std::string& id) { return {{"pk", id}}; }

  std::string put(const Item& item) {
    api::PutItemRequest request;
    request.table_name = "shop";
    request.item = EncodedItem(item);
    return message_of(sync_wait(operations::put_item(store_.context(), request)));
  }
  std::string remove(const std::string& id) {
    api::DeleteItemRequest request;
    request.table_name = "shop";
    request.key = EncodedItem(key(id));
    return message_of(sync_wait(operations::delete_item(store_.context(), request)));
  }
  std::string batch(const std::vector<Item>& puts, const std::vector<std::string>& deletes = {}) {
    api::BatchWriteItemRequest request;
    auto& members =
        request.request_items.emplace_back("shop", std::vector<api::WriteRequest>()).second;
    for (const Item& item : puts) {
      members.emplace_back().put_request.emplace().item = EncodedItem(item);
    }
    for (const auto& id : deletes) {
      members.emplace_back().delete_request.emplace().key = EncodedItem(key(id));
    }
    return message_of(sync_wait(operations::batch_write_item(store_.context(), request)));
  }
  std::string transaction(std::vector<api::TransactWriteItem> actions) {
    const auto answer = transact(store_, std::move(actions));
    if (answer.ok()) return "no error";
    std::string all;
    for (const auto& reason : reasons_of(answer)) all += reason.message;
    return all;
  }
  void expire(const std::string& id) {
    const auto table = store_.catalog().find("shop");
    items::WriteTarget target{
        .table = table, .key = items::key_of_argument(*table, EncodedItem(key(id)).view()).value()};
    target.origin.kind = WriteKind::Expire;
    const auto decide = [](const std::optional<ItemView>&) {
      return Result<std::optional<ItemView>>(std::nullopt);
    };
    sync_wait(items::write_item(store_.engine(), store_.catalog(), target, decide)).value();
  }
  bool has(const std::string& id) { return store_.get("shop", key(id)).has_value(); }
  std::int64_t items_counted() {
    const auto table = store_.catalog().find("shop");
    return store_.catalog().statistics().counts_of(table->id, keys::IndexId::Base).items;
  }

  SeededRandom random_{1};
  TestStore store_;
  std::shared_ptr<const ModelRules> rules_;
};

constexpr const char* kNone = "no error";

bool is_refused(const std::string& message, const std::string& code) {
  return message.find("[" + code + "]") != std::string::npos;
}

TEST_F(References, AreCheckedByEveryDoor) {
  attach_and_build("");
  EXPECT_PRED2(is_refused, put(order("o", "nobody")), "M205");
  EXPECT_PRED2(is_refused, batch({order("o", "nobody")}), "M205");
  EXPECT_PRED2(is_refused, transaction({put_action("shop", order("o", "nobody"))}), "M205");
  EXPECT_FALSE(has("o"));
}

TEST_F(References, MayNameAnItemOfTheSameBatchInAnyOrder) {
  attach_and_build("");
  EXPECT_EQ(batch({order("o", "c"), customer("c")}), kNone);
  EXPECT_EQ(batch({customer("d"), order("p", "d")}), kNone);
}

TEST_F(References, OfABatchNameTheMember) {
  attach_and_build("");
  EXPECT_NE(batch({customer("c"), order("o", "nobody")}).find("RequestItems.shop.member.2"),
            std::string::npos);
  EXPECT_FALSE(has("c"));
}

TEST_F(References, LetTheirTargetGoUnlessTheModelSaysOtherwise) {
  attach_and_build("");
  ASSERT_EQ(batch({customer("c"), order("o", "c")}), kNone);
  EXPECT_EQ(remove("c"), kNone);
  EXPECT_TRUE(has("o"));
}

TEST_F(References, CanKeepTheirTargetByEveryDoor) {
  attach_and_build(", on_delete: refuse");
  ASSERT_EQ(batch({customer("c"), order("o", "c")}), kNone);
  EXPECT_EQ(remove("c"),
            "The conditional request failed: model shop, Customer c: Order.customer of another "
            "item refers to it [M206]");
  EXPECT_PRED2(is_refused, batch({}, {"c"}), "M206");
  EXPECT_PRED2(is_refused, transaction({delete_action("shop", key("c"))}), "M206");
  // To become something else is to go, too.
  EXPECT_PRED2(is_refused, put(line("c", "o")), "M206");
  EXPECT_TRUE(has("c"));
}

TEST_F(References, ThatAreGoneLetTheirTargetGo) {
  attach_and_build(", on_delete: refuse");
  ASSERT_EQ(batch({customer("c"), customer("d"), order("o", "c"), order("p", "c")}), kNone);
  ASSERT_EQ(remove("o"), kNone);
  EXPECT_PRED2(is_refused, remove("c"), "M206");
  ASSERT_EQ(put(order("p", "d")), kNone);
  EXPECT_EQ(remove("c"), kNone);
  EXPECT_PRED2(is_refused, remove("d"), "M206");
}

TEST_F(References, MayGoWithTheirTargetInOneTransactionInAnyOrder) {
  attach_and_build(", on_delete: refuse");
  ASSERT_EQ(batch({customer("c"), order("o", "c"), customer("d"), order("p", "d")}), kNone);
  EXPECT_EQ(transaction({delete_action("shop", key("c")), delete_action("shop", key("o"))}), kNone);
  EXPECT_EQ(batch({}, {"p", "d"}), kNone);
}

TEST_F(References, DoNotKeepATargetThatExpires) {
  attach_and_build(", on_delete: refuse");
  ASSERT_EQ(batch({customer("c"), order("o", "c")}), kNone);
  expire("c");
  EXPECT_FALSE(has("c"));
  EXPECT_TRUE(has("o"));
}

TEST_F(References, CanTakeTheirItemsAlong) {
  attach_and_build(", on_delete: cascade", ", on_delete: cascade");
  ASSERT_EQ(batch({customer("c"), order("o", "c"), order("p", "c"), line("l", "o"), line("m", "p"),
                   customer("d"), order("q", "d")}),
            kNone);
  EXPECT_EQ(items_counted(), 7);
  EXPECT_EQ(remove("c"), kNone);
  for (const char* id : {"c", "o", "p", "l", "m"}) EXPECT_FALSE(has(id)) << id;
  EXPECT_TRUE(has("d"));
  EXPECT_TRUE(has("q"));
  EXPECT_EQ(items_counted(), 2);
  expire("d");
  EXPECT_FALSE(has("q"));
  EXPECT_EQ(items_counted(), 0);
}

TEST_F(References, TakeAlongWhatTheirItemsHadToThemselves) {
  attach_and_build(", on_delete: cascade");
  Item taken = order("o", "c");
  taken.set("nick", "first");
  ASSERT_EQ(batch({customer("c"), taken}), kNone);
  ASSERT_EQ(remove("c"), kNone);
  ASSERT_EQ(put(customer("d")), kNone);
  taken.set("pk", "p");
  taken.set("customer", "d");
  EXPECT_EQ(put(taken), kNone);
}

TEST_F(References, OfThoseThatGoAlongCanKeepTheWhole) {
  attach_and_build(", on_delete: cascade", ", on_delete: refuse");
  ASSERT_EQ(batch({customer("c"), order("o", "c"), line("l", "o")}), kNone);
  EXPECT_PRED2(is_refused, remove("c"), "M206");
  EXPECT_TRUE(has("o"));
}

TEST_F(References, TakeAHundredItemsAlongAtMost) {
  attach_and_build(", on_delete: cascade");
  ASSERT_EQ(put(customer("c")), kNone);
  for (int i = 0; i < 101; ++i) ASSERT_EQ(put(order("o" + std::to_string(i), "c")), kNone);
  EXPECT_PRED2(is_refused, remove("c"), "M206");
  ASSERT_EQ(remove("o7"), kNone);
  EXPECT_EQ(remove("c"), kNone);
  EXPECT_EQ(items_counted(), 0);
}

TEST_F(References, OfItemsThatAreOlderThanTheRuleCount) {
  attach(shop("", ""));
  ASSERT_EQ(batch({customer("c"), order("o", "c"), customer("d")}), kNone);
  attach(shop(", on_delete: refuse", ""));
  // Who refers to whom is not known yet.
  EXPECT_NE(remove("d"), kNone);
  EXPECT_TRUE(has("d"));
  build();
  EXPECT_PRED2(is_refused, remove("c"), "M206");
  EXPECT_EQ(remove("d"), kNone);
}

// Whoever begins to refer to an item that is just being deleted makes the deletion look again.
TEST_F(References, ThatComeMeanwhileConflictWithADeletion) {
  attach_and_build(", on_delete: refuse");
  ASSERT_EQ(batch({customer("c"), order("o", "c")}), kNone);
  ASSERT_EQ(remove("o"), kNone);
  const auto table = store_.catalog().find("shop");
  const Bytes item_key = items::key_of_argument(*table, EncodedItem(key("c")).view()).value();
  const EncodedItem stored(customer("c"));
  const auto deletion = store_.engine().begin();
  const items::ItemChange change{.table = *table,
                                 .key = item_key,
                                 .before = stored.view(),
                                 .after = std::nullopt,
                                 .time = store_.clock().wall_now()};
  auto buffered =
      sync_wait(items::buffer_ruled_change(*deletion, change, {.kind = WriteKind::Delete})).value();
  items::FurtherEffects effects;
  ASSERT_TRUE(sync_wait(buffered.ruled.pending->settle(*deletion, effects)).ok());
  ASSERT_EQ(put(order("p", "c")), kNone);
  const Status committed = sync_wait(deletion->commit());
  ASSERT_FALSE(committed.ok());
  EXPECT_EQ(committed.error().kind(), ErrorKind::Conflict);
}

TEST_F(References, UniqueValuesAreJudgedByWhatATransactionLeaves) {
  attach_and_build("");
  const auto setup = [&] { EXPECT_EQ(batch({customer("a", "Ann"), customer("b", "Bob")}), kNone); };
  const auto take = put_action("shop", customer("a", "bob"));
  const auto give = delete_action("shop", key("b"));
  setup();
  EXPECT_EQ(transaction({take, give}), kNone);
  setup();
  EXPECT_EQ(transaction({give, take}), kNone);
  setup();
  EXPECT_EQ(transaction({put_action("shop", customer("a", "Bob")),
                         put_action("shop", customer("b", "Ann"))}),
            kNone);
  EXPECT_PRED2(is_refused, put(customer("c", "ann")), "M204");
  EXPECT_PRED2(is_refused, put(customer("c", "bob")), "M204");
}

TEST_F(References, UniqueValuesAreGivenOnceInATransaction) {
  attach_and_build("");
  EXPECT_PRED2(is_refused,
               transaction({put_action("shop", customer("a", "Ann")),
                            put_action("shop", customer("b", "ann"))}),
               "M204");
  EXPECT_PRED2(is_refused, batch({customer("a", "Ann"), customer("b", "ann")}), "M204");
  EXPECT_FALSE(has("a"));
}

TEST_F(References, UniqueValuesAreFoldedAsUnicodeSays) {
  attach_and_build("");
  ASSERT_EQ(put(customer("a", "\u00C4nne Strau\u00DF")), kNone);
  EXPECT_PRED2(is_refused, put(customer("b", "A\u0308NNE STRAUSS")), "M204");
  EXPECT_EQ(put(customer("b", "Anne Strauss")), kNone);
}

}  // namespace
}  // namespace partita::enforcement
