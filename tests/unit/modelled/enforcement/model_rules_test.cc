// A model at work in every way an item can be written: what it refuses, fills, claims and reads
// happens in the write's own commit.
#include "modelled/enforcement/model_rules.h"

#include <gtest/gtest.h>

#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/update_item.h"
#include "model/definition/read_model.h"
#include "store/keys/unique_keys.h"
#include "unit/store/transactions/transact_requests.h"

namespace partita::enforcement {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 1
tables:
  shop: {name: shop, key: {partition: pk, sort: sk}}
entities:
  Customer:
    key: {pk: 'CUSTOMER#{email}', sk: PROFILE}
    attributes:
      email: {type: string, required: true}
      nick: {type: string, required: true}
      visits: {type: int, min: 0, default: 0}
    unique: [{on: [nick], fold: case}]
  Order:
    key: {pk: 'ORDER#{orderId}', sk: DATA}
    attributes:
      orderId: {type: string, generate: uuid4}
      email: {type: string, required: true, references: Customer}
      status: {type: enum, values: [open, paid, sent], default: open}
    lifecycle:
      attribute: status
      initial: [open]
      transitions:
        - {from: open, to: paid}
        - {from: paid, to: sent}
      final: [sent]
)";

class ModelRules : public ::testing::Test {
 protected:
  ModelRules() {
    store_.create(TableBuilder("shop").key("pk", 'S').sort("sk", 'S').build());
    attach(kShop);
  }

  void attach(std::string_view text) {
    const auto model = model::load_model(text, "shop.yaml").value();
    rules_ = enforcement::ModelRules::create(model, model->tables.front(),
                                             store_.catalog().find("shop")->id,
                                             {store_.catalog(), store_.clock(), random_})
                 .value();
    sync_wait(store_.catalog().extend("shop", rules_)).value();
  }

  Result<api::PutItemResponse> put(const Item& item) {
    api::PutItemRequest request;
    request.table_name = "shop";
    request.item = EncodedItem(item);
    return sync_wait(operations::put_item(store_.context(), request));
  }
  Result<api::DeleteItemResponse> erase(const Item& key) {
    api::DeleteItemRequest request;
    request.table_name = "shop";
    request.key = EncodedItem(key);
    return sync_wait(operations::delete_item(store_.context(), request));
  }
  Result<api::UpdateItemResponse> set(const Item& key, const std::string& attribute,
                                      const Value& value) {
    api::UpdateItemRequest request;
    request.table_name = "shop";
    request.key = EncodedItem(key);
    request.update_expression = "SET #a = :v";
    request.expression_attribute_names = {{"#a", attribute}};
    request.expression_attribute_values = EncodedItem(Item{{":v", value}});
    request.return_values_on_condition_check_failure =
        api::ReturnValuesOnConditionCheckFailure::AllOld;
    return sync_wait(operations::update_item(store_.context(), request));
  }

  static Item customer(const std::string& email, const std::string& nick) {
    return {{"email", email}, {"nick", nick}};
  }
  static Item customer_key(const std::string& email) {
    return {{"pk", "CUSTOMER#" + email}, {"sk", "PROFILE"}};
  }
  static Item order(const std::string& id, const std::string& email) {
    return {{"pk", "ORDER#" + id}, {"sk", "DATA"}, {"orderId", id}, {"email", email}};
  }
  static Item order_key(const std::string& id) { return {{"pk", "ORDER#" + id}, {"sk", "DATA"}}; }
  // A put customer needs the attributes that tell what it is.
  static Item full(Item item, const std::string& email) {
    item.set("pk", "CUSTOMER#" + email);
    item.set("sk", "PROFILE");
    return item;
  }

  std::size_t claimed() {
    return store_.keys_in(keys::unique_range(store_.catalog().find("shop")->id)).size();
  }

  SeededRandom random_{1};
  TestStore store_;
  std::shared_ptr<const enforcement::ModelRules> rules_;
};

TEST_F(ModelRules, FillsWhatTheRequestLeavesOut) {
  ASSERT_TRUE(put(full(customer("a@x", "Ann"), "a@x")).ok());
  const auto stored = store_.get("shop", customer_key("a@x"));
  ASSERT_TRUE(stored);
  EXPECT_EQ(*stored->find("visits"), Value(0));
}

TEST_F(ModelRules, RefusesWhatTheModelDoesNotAllowInWordsThatNameIt) {
  auto item = full(customer("a@x", "Ann"), "a@x");
  item.set("visits", -1);
  const auto answer = put(item);
  EXPECT_EQ(message_of(answer),
            "One or more parameter values were invalid: model shop, Customer.visits: -1 is below "
            "min 0 [M101]");
  ASSERT_FALSE(answer.ok());
  const auto* failure = answer.error().detail<api::ApiFailure>();
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->exception, api::Exception::Validation);
  ASSERT_TRUE(failure->model_error);
  EXPECT_EQ(failure->model_error->code, "M101");
  EXPECT_EQ(failure->model_error->attribute, "visits");
  EXPECT_EQ(store_.get("shop", customer_key("a@x")), std::nullopt);
}

TEST_F(ModelRules, RefusesAnIllegalTransitionAsAFailedConditionWithTheStoredItem) {
  ASSERT_TRUE(put(full(customer("a@x", "Ann"), "a@x")).ok());
  ASSERT_TRUE(put(order("1", "a@x")).ok());
  const auto answer = set(order_key("1"), "status", "sent");
  EXPECT_EQ(message_of(answer),
            "The conditional request failed: model shop, Order 1: status open -> sent is not "
            "allowed; from open: paid [M201]");
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(api::exception_of(answer.error()), api::Exception::ConditionalCheckFailed);
  ASSERT_TRUE(answer.error().detail<api::ApiFailure>()->item);
  ASSERT_TRUE(set(order_key("1"), "status", "paid").ok());
  ASSERT_TRUE(set(order_key("1"), "status", "sent").ok());
  EXPECT_EQ(*store_.get("shop", order_key("1"))->find("status"), Value("sent"));
}

TEST_F(ModelRules, ExplainsWhyAConditionOfTheClientFailed) {
  ASSERT_TRUE(put(full(customer("a@x", "Ann"), "a@x")).ok());
  api::PutItemRequest request;
  request.table_name = "shop";
  request.item = EncodedItem(full(customer("a@x", "Ann"), "a@x"));
  request.condition_expression = "visits = :seen";
  request.expression_attribute_values = EncodedItem(Item{{":seen", 3}});
  EXPECT_EQ(message_of(sync_wait(operations::put_item(store_.context(), request))),
            "The conditional request failed: visits = :seen is false (visits is 0, :seen is 3)");
}

TEST_F(ModelRules, LetsAValueBelongToOneItemOnly) {
  ASSERT_TRUE(put(full(customer("a@x", "Ann"), "a@x")).ok());
  const auto second = put(full(customer("b@x", "ANN"), "b@x"));
  EXPECT_EQ(message_of(second),
            "The conditional request failed: model shop, Customer.nick is already in use "
            "(case-insensitive) [M204]");
  EXPECT_EQ(store_.get("shop", customer_key("b@x")), std::nullopt);
  EXPECT_EQ(claimed(), 1u);
}

TEST_F(ModelRules, SetsAUniqueValueFreeWhenItsItemGoesOrTakesAnother) {
  ASSERT_TRUE(put(full(customer("a@x", "Ann"), "a@x")).ok());
  ASSERT_TRUE(set(customer_key("a@x"), "nick", "Anne").ok());
  ASSERT_TRUE(put(full(customer("b@x", "ann"), "b@x")).ok());
  ASSERT_TRUE(erase(customer_key("a@x")).ok());
  ASSERT_TRUE(put(full(customer("c@x", "ANNE"), "c@x")).ok());
  EXPECT_EQ(claimed(), 2u);
}

TEST_F(ModelRules, LetsAnItemKeepItsOwnUniqueValue) {
  ASSERT_TRUE(put(full(customer("a@x", "Ann"), "a@x")).ok());
  ASSERT_TRUE(put(full(customer("a@x", "ANN"), "a@x")).ok());
  EXPECT_EQ(claimed(), 1u);
}

TEST_F(ModelRules, RefusesAReferenceToAnItemThatIsNotThere) {
  EXPECT_NE(message_of(put(order("1", "nobody@x"))).find("[M205]"), std::string::npos)
      << message_of(put(order("1", "nobody@x")));
  EXPECT_EQ(store_.get("shop", order_key("1")), std::nullopt);
}

TEST_F(ModelRules, LetsAnItemReferToOneOfTheSameTransactionInAnyOrder) {
  const auto customer_item = full(customer("a@x", "Ann"), "a@x");
  const auto answer =
      transact(store_, {put_action("shop", order("1", "a@x")), put_action("shop", customer_item)});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_TRUE(store_.get("shop", order_key("1")));
}

TEST_F(ModelRules, CancelsATransactionWithTheReasonInItsPlace) {
  auto wrong = full(customer("b@x", "Bob"), "b@x");
  wrong.set("visits", -1);
  const auto answer =
      transact(store_, {put_action("shop", full(customer("a@x", "Ann"), "a@x")),
                        put_action("shop", wrong), put_action("shop", order("1", "nobody@x"))});
  EXPECT_EQ(codes_of(answer), "[None, ValidationError, ConditionalCheckFailed]");
  EXPECT_NE(reasons_of(answer)[1].message.find("[M101]"), std::string::npos);
  EXPECT_NE(reasons_of(answer)[2].message.find("[M205]"), std::string::npos);
  EXPECT_EQ(store_.get("shop", customer_key("a@x")), std::nullopt);
  EXPECT_EQ(claimed(), 0u);
}

TEST_F(ModelRules, NamesTheMemberOfABatchAndWritesNothingOfIt) {
  auto wrong = full(customer("b@x", "Bob"), "b@x");
  wrong.set("visits", -1);
  api::BatchWriteItemRequest request;
  auto& members =
      request.request_items.emplace_back("shop", std::vector<api::WriteRequest>(2)).second;
  members[0].put_request.emplace().item = EncodedItem(full(customer("a@x", "Ann"), "a@x"));
  members[1].put_request.emplace().item = EncodedItem(wrong);
  const auto answer = sync_wait(operations::batch_write_item(store_.context(), request));
  EXPECT_NE(message_of(answer).find("[M101]: RequestItems.shop.member.2"), std::string::npos)
      << message_of(answer);
  EXPECT_EQ(store_.get("shop", customer_key("a@x")), std::nullopt);
}

TEST_F(ModelRules, CountsWhatItOnlyObservesAndChangesNothing) {
  auto observed = std::string(kShop);
  const std::string plain = "{partition: pk, sort: sk}}";
  observed.replace(observed.find(plain), plain.size(),
                   "{partition: pk, sort: sk}, enforcement: observe}");
  attach(observed);
  auto item = full(customer("a@x", "Ann"), "a@x");
  item.set("visits", -1);
  ASSERT_TRUE(put(item).ok());
  ASSERT_TRUE(put(item).ok());
  EXPECT_EQ(store_.get("shop", customer_key("a@x")), item);
  const auto violations = rules_->violations().list();
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].count, 2u);
  EXPECT_EQ(violations[0].last.code, "M101");
}

TEST_F(ModelRules, AreGoneWhenTheyAreTakenOff) {
  sync_wait(store_.catalog().extend("shop", nullptr)).value();
  EXPECT_TRUE(put(Item{{"pk", "anything"}, {"sk", "goes"}}).ok());
}

}  // namespace
}  // namespace partita::enforcement
