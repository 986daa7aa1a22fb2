#include "modelled/serving/write_pattern.h"

#include "unit/modelled/serving/write_shop.h"

namespace partita::serving {
namespace {

using WritePattern = ShopFixture;

TEST_F(WritePattern, CreatesAnItemWithAGeneratedIdAndAnswersWhatIsStored) {
  const auto answer = write("create_customer", {}, {{"name", "Ann"}});
  const Item item = item_of(answer);
  const std::string id = text_in(item, "customerId");
  EXPECT_TRUE(id.starts_with("c_")) << id;
  EXPECT_EQ(text_in(item, "pk"), "CUSTOMER#" + id);
  EXPECT_EQ(customer(id), item);
  EXPECT_TRUE(answer->is_created);
  EXPECT_EQ(answer->rows[0].entity->name, "Customer");
  EXPECT_EQ(answer->rows[0].key.view().to_item(),
            (Item{{"pk", "CUSTOMER#" + id}, {"sk", "#METADATA"}}));
}

TEST_F(WritePattern, CreateRefusesAnItemThatIsThere) {
  create_customer("c1");
  const auto again = write("create_customer", {}, {{"customerId", "c1"}, {"name", "Bea"}});
  EXPECT_EQ(failure_kind(again), FailureKind::AlreadyExists);
  EXPECT_EQ(message_of(again), "there is a Customer c1 already");
  EXPECT_EQ(text_in(*customer("c1"), "name"), "Ann");
}

TEST_F(WritePattern, ReplaceNeedsAnItemAndDropsWhatItDoesNotName) {
  const auto missing = write("replace_customer", {{"customerId", "c1"}}, {{"name", "Bea"}});
  EXPECT_EQ(failure_kind(missing), FailureKind::NotFound);
  EXPECT_EQ(customer("c1"), std::nullopt);
  ASSERT_TRUE(write("save_customer", {{"customerId", "c1"}}, {{"name", "Ann"}, {"note", "old"}})
                  .value()
                  .is_created);
  const auto replaced = write("replace_customer", {{"customerId", "c1"}}, {{"name", "Bea"}});
  EXPECT_EQ(item_of(replaced).find("note"), nullptr);
  EXPECT_FALSE(replaced->is_created);
}

TEST_F(WritePattern, APathMayBeRepeatedInTheBodyButNotContradicted) {
  EXPECT_TRUE(
      write("save_customer", {{"customerId", "c1"}}, {{"customerId", "c1"}, {"name", "Ann"}}).ok());
  const auto other =
      write("save_customer", {{"customerId", "c1"}}, {{"customerId", "c2"}, {"name", "Ann"}});
  EXPECT_EQ(failure_kind(other), FailureKind::BadBody);
  EXPECT_NE(message_of(other).find("`customerId`"), std::string::npos) << message_of(other);
}

TEST_F(WritePattern, WhatTheModelRefusesIsTold) {
  const auto answer = write("create_customer", {}, {{"customerId", "c1"}});
  EXPECT_EQ(model_error(answer).code, "M101");
  EXPECT_EQ(model_error(answer).attribute, "name");
  EXPECT_EQ(customer("c1"), std::nullopt);
}

TEST_F(WritePattern, APutNeedsAllPartsOfItsKey) {
  serve_shipped("music");
  const auto answer =
      write("add_to_set_list", {{"performanceId", "p1"}, {"compositionId", "c1"}}, {});
  EXPECT_EQ(failure_kind(answer), FailureKind::BadBody);
  EXPECT_EQ(message_of(answer), "the key of SetList needs `position`");
}

TEST_F(WritePattern, ANumberThatDoesNotFitTheKeyIsRefused) {
  create_customer("c1");
  const auto placed = write("place_order", {{"customerId", "c1"}}, {{"number", 12345}});
  EXPECT_EQ(model_error(placed).code, "M106") << message_of(placed);
  const auto changed =
      write("change_order", {{"customer", "c1"}, {"number", "12345"}}, {{"total", 1}});
  EXPECT_EQ(failure_kind(changed), FailureKind::BadArgument);
}

TEST_F(WritePattern, UpdateSetsAndRemoves) {
  create_customer("c1");
  ASSERT_TRUE(
      write("change_customer", {{"id", "c1"}}, {{"note", "a"}, {"alias", "b"}, {"name", "Bea"}})
          .ok());
  const auto changed =
      write("change_customer", {{"id", "c1"}}, {{"note", nullptr}, {"alias", nullptr}});
  const Item item = item_of(changed);
  EXPECT_EQ(text_in(item, "name"), "Bea");
  EXPECT_EQ(item.find("note"), nullptr);
  ASSERT_NE(item.find("alias"), nullptr);
  EXPECT_EQ(item.find("alias")->type(), ValueType::Null);
  EXPECT_EQ(customer("c1"), item);
}

TEST_F(WritePattern, UpdateOfAMissingItemMakesNoStub) {
  const auto answer = write("change_customer", {{"id", "c1"}}, {{"note", "a"}});
  EXPECT_EQ(failure_kind(answer), FailureKind::NotFound);
  EXPECT_EQ(message_of(answer), "there is no Customer c1");
  EXPECT_EQ(customer("c1"), std::nullopt);
}

TEST_F(WritePattern, UpdateTakesOnlyWhatItMaySet) {
  create_customer("c1");
  const auto answer = write("change_customer", {{"id", "c1"}}, {{"nmae", "Bea"}});
  EXPECT_EQ(failure_kind(answer), FailureKind::BadBody);
  EXPECT_EQ(message_of(answer),
            "`nmae` cannot be set by change_customer; it sets `name`, `note`, `alias`, `tags`, "
            "`marks` and `photo`; did you mean `name`?");
  const auto empty = write("change_customer", {{"id", "c1"}});
  EXPECT_EQ(failure_kind(empty), FailureKind::BadBody);
  EXPECT_NE(message_of(empty).find("sets nothing"), std::string::npos) << message_of(empty);
}

TEST_F(WritePattern, WhatByAsksForBeyondTheKeyMustBeStored) {
  create_customer("c1");
  place_order("c1", 1);
  const auto south =
      write("change_in_region", {{"customer", "c1"}, {"number", "1"}, {"region", "south"}},
            {{"total", 5}});
  EXPECT_EQ(failure_kind(south), FailureKind::NotFound);
  EXPECT_TRUE(write("change_in_region", {{"customer", "c1"}, {"number", "1"}, {"region", "north"}},
                    {{"total", 5}})
                  .ok());
}

TEST_F(WritePattern, DeleteRemovesOnlyWhatIsThere) {
  create_customer("c1");
  const auto gone = write("delete_customer", {{"id", "c1"}});
  ASSERT_TRUE(gone.ok()) << message_of(gone);
  EXPECT_EQ(gone->rows[0].item, std::nullopt);
  EXPECT_EQ(customer("c1"), std::nullopt);
  EXPECT_EQ(failure_kind(write("delete_customer", {{"id", "c1"}})), FailureKind::NotFound);
  const auto with_body = write("delete_customer", {{"id", "c1"}}, {{"name", "Ann"}});
  EXPECT_EQ(failure_kind(with_body), FailureKind::BadBody);
}

TEST_F(WritePattern, ArgumentsAreCheckedByNameAndType) {
  create_customer("c1");
  const auto unknown = write("delete_customer", {{"idd", "c1"}});
  EXPECT_EQ(failure_kind(unknown), FailureKind::BadArgument);
  EXPECT_EQ(failure_kind(write("delete_customer", ArgumentList{})), FailureKind::BadArgument);
  const auto text = write("change_order", {{"customer", "c1"}, {"number", "one"}}, {{"total", 1}});
  EXPECT_EQ(failure_kind(text), FailureKind::BadArgument);
}

TEST_F(WritePattern, PlainValuesBecomeWhatTheModelAsksFor) {
  const auto made =
      write("create_customer", {},
            {{"name", "Ann"}, {"tags", List{"b", "a"}}, {"marks", List{2, 1}}, {"photo", "AQID"}});
  const Item item = item_of(made);
  EXPECT_EQ(*item.find("tags"), Value::string_set({"a", "b"}).value());
  EXPECT_EQ(*item.find("marks"), Value::number_set({1, 2}).value());
  EXPECT_EQ(*item.find("photo"), Value(Binary{"\1\2\3"}));
  const auto twice = write("create_customer", {}, {{"name", "Ann"}, {"tags", List{"a", "a"}}});
  EXPECT_EQ(failure_kind(twice), FailureKind::BadBody);
  EXPECT_TRUE(message_of(twice).starts_with("tags: ")) << message_of(twice);
  const auto garbled = write("create_customer", {}, {{"name", "Ann"}, {"photo", "?"}});
  EXPECT_EQ(failure_kind(garbled), FailureKind::BadBody);
}

TEST_F(WritePattern, AValueNestedTooDeepIsRefused) {
  Value deep("end");
  for (int i = 0; i < 40; ++i) deep = Value(List{std::move(deep)});
  const auto answer = write("create_customer", {}, {{"name", "Ann"}, {"extra", deep}});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().kind(), ErrorKind::InvalidArgument);
}

TEST_F(WritePattern, AnItemOfAnotherEntityIsNotTouched) {
  serve_shipped("album_workflow");
  const auto execution = write("start_execution", {},
                               {{"workflowType", "step-functions"}, {"imageS3Key", "wall.jpg"}});
  ASSERT_TRUE(write("create_task", {},
                    {{"taskId", "task-1"},
                     {"workflowType", "step-functions"},
                     {"executionId", text_in(item_of(execution), "executionId")},
                     {"imageS3Key", "wall.jpg"},
                     {"albums", List{}},
                     {"taskToken", "secret"}})
                  .ok());
  const auto answer =
      write("set_execution_status", {{"executionId", "task-1"}}, {{"status", "waiting"}});
  EXPECT_EQ(failure_kind(answer), FailureKind::NotFound) << message_of(answer);
}

TEST_F(WritePattern, AnExpiredItemCannotBeChangedAnyMore) {
  serve_shipped("rez_agent");
  const auto made = write("create_message", {},
                          {{"created_by", "scheduler"},
                           {"message_type", "scheduled_hello"},
                           {"correlation_id", "0f8fad5b-d9cb-469f-a165-70867728950e"},
                           {"payload", Map{{"text", "hello"}}}});
  const std::string id = text_in(item_of(made), "message_id");
  clock_.advance(std::chrono::hours(24 * 91));
  EXPECT_EQ(failure_kind(write("set_status", {{"id", id}}, {{"status", "queued"}})),
            FailureKind::NotFound);
}

TEST_F(WritePattern, ObservedTablesAreWrittenWithTheKeysOfTheModel) {
  std::string observed(kShop);
  const std::string_view level = "enforcement: enforce";
  observed.replace(observed.find(level), level.size(), "enforcement: observe");
  serve(observed);
  const auto made = write("create_customer", {}, {{"customerId", "c9"}, {"name", "Ann"}});
  EXPECT_EQ(text_in(item_of(made), "pk"), "CUSTOMER#c9");
  const auto without_id = write("create_customer", {}, {{"name", "Ann"}});
  EXPECT_EQ(failure_kind(without_id), FailureKind::BadBody);
}

}  // namespace
}  // namespace partita::serving
