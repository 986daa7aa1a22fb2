#include "modelled/registry/model_store.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_table.h"
#include "modelled/registry/step_execution.h"
#include "modelled/registry/table_requests.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

using catalog::IndexState;

// "+ table", "- index by_user"
std::vector<std::string> marks_of(const ApplyPlan& plan) {
  std::vector<std::string> marks;
  for (const Step& step : plan.steps) {
    const std::string_view mark = step.mark == Mark::Add      ? "+ "
                                  : step.mark == Mark::Change ? "~ "
                                                              : "- ";
    marks.push_back(std::string(mark) + step.what);
  }
  return marks;
}

using Marks = std::vector<std::string>;

const Item kGood{{"id", "1"}, {"user", "ann"}, {"total", 5}};
const Item kBad{{"id", "2"}, {"user", "bob"}, {"total", 5000}};

class ShippedModels : public ModelsFixture,
                      public ::testing::WithParamInterface<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(All, ShippedModels, ::testing::ValuesIn(kModelNames),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(ShippedModels, AreMadeOnAnEmptyDatabaseAndThenThereIsNothingToDo) {
  const auto wanted = shipped(GetParam());
  const ApplyPlan before = plan(wanted);
  EXPECT_FALSE(before.is_empty());
  EXPECT_TRUE(before.obstacles.empty());
  EXPECT_EQ(before.steps.front().what, "table");

  const Applied applied = apply(wanted);
  EXPECT_TRUE(applied.kept.empty());
  EXPECT_TRUE(applied.held->record.observed.empty());
  const ApplyPlan after = plan(wanted);
  EXPECT_TRUE(after.is_empty()) << marks_of(after).size() << " steps";
  for (const auto& modelled : applied.held->model->tables) {
    const auto stored = table(modelled.name);
    ASSERT_NE(stored, nullptr) << modelled.name;
    EXPECT_NE(stored->extension, nullptr) << modelled.name;
  }
}

TEST_P(ShippedModels, ComeBackAfterARestart) {
  const auto wanted = shipped(GetParam());
  const auto before = apply(wanted).held;
  restart();
  EXPECT_TRUE(models_->warnings().empty());
  const auto after = models_->find(GetParam());
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(after->record.source, before->record.source);
  EXPECT_EQ(after->record.version, before->record.version);
  EXPECT_EQ(after->record.incarnation, before->record.incarnation);
  EXPECT_TRUE(plan(wanted).is_empty());
  for (const auto& modelled : after->model->tables) {
    EXPECT_NE(table(modelled.name)->extension, nullptr) << modelled.name;
  }
}

class ModelStoreTest : public ModelsFixture {
 protected:
  const ModelSource shop_ = source(std::string(kShop));
  const ModelSource wider_ =
      source(with(with(kShop, "version: 1", "version: 2"),
                  "entities:", "      by_note: {partition: [note], project: keys}\nentities:"));
};

TEST_F(ModelStoreTest, RefusesWhatTheModelDoesNotAllow) {
  apply(shop_);
  EXPECT_EQ(put("shop-orders", kGood), "");
  EXPECT_NE(put("shop-orders", kBad).find("max 1000"), std::string::npos);
  restart();
  EXPECT_NE(put("shop-orders", kBad).find("max 1000"), std::string::npos);
}

TEST_F(ModelStoreTest, DoesNothingTheSecondTime) {
  const auto first = apply(shop_);
  const auto epoch = table("shop-orders")->epoch;
  const auto second = apply(shop_);
  EXPECT_TRUE(second.plan.is_empty());
  EXPECT_EQ(second.held->record.incarnation, first.held->record.incarnation);
  EXPECT_EQ(table("shop-orders")->epoch, epoch);
}

TEST_F(ModelStoreTest, BuildsAnIndexThatWasAddedFromTheItemsThatAreThere) {
  apply(shop_);
  ASSERT_EQ(put("shop-orders", {{"id", "1"}, {"user", "ann"}, {"note", "x"}}), "");
  EXPECT_EQ(marks_of(plan(wider_)), (Marks{"+ index by_note"}));

  const auto applied = apply(wider_);
  const auto stored = table("shop-orders");
  const auto* index = stored->find_index("by_note");
  ASSERT_NE(index, nullptr);
  EXPECT_EQ(index->state, IndexState::Active);
  EXPECT_EQ(context().catalog.statistics().counts_of(stored->id, index->id).items, 1);
  EXPECT_EQ(applied.held->record.version, 2);
  EXPECT_EQ(applied.held->record.incarnation, 2U);
}

TEST_F(ModelStoreTest, TellsHowManyItemsAnIndexIsBuiltFrom) {
  close();
  database::DatabaseOptions options;
  options.state_delays.updating = std::chrono::milliseconds(50);  // So that somebody can look.
  open(options);
  apply(shop_);
  ASSERT_EQ(put("shop-orders", kGood), "");
  std::optional<std::uint64_t> total;
  apply(wider_, {.report = [&](const ApplyProgress& progress) {
          if (progress.activity == "building index by_note") total = progress.total;
          return true;
        }});
  EXPECT_EQ(total, 1U);
}

TEST_F(ModelStoreTest, RemovesAnIndexOnlyIfThatIsAllowed) {
  apply(wider_);
  const ApplyPlan narrow = plan(shop_);
  EXPECT_EQ(marks_of(narrow), (Marks{"- index by_note"}));
  EXPECT_TRUE(narrow.steps[0].removes);

  EXPECT_EQ(apply(shop_, {.forces_version = true}).kept.size(), 1U);
  EXPECT_NE(table("shop-orders")->find_index("by_note"), nullptr);
  EXPECT_TRUE(apply(shop_, {.allows_removals = true}).kept.empty());
  EXPECT_EQ(table("shop-orders")->find_index("by_note"), nullptr);
  EXPECT_TRUE(plan(shop_).is_empty());
}

TEST_F(ModelStoreTest, ReplacesAnIndexWithAnotherKeyOnlyIfRemovalsAreAllowed) {
  apply(shop_);
  const auto changed =
      source(with(with(kShop, "version: 1", "version: 2"), "sort: [total]", "sort: [note]"));
  EXPECT_EQ(marks_of(plan(changed)), (Marks{"- index by_user", "+ index by_user"}));
  EXPECT_EQ(apply(changed).kept.size(), 2U);
  EXPECT_EQ(table("shop-orders")->find_index("by_user")->key.sort[0].name, "total");
  apply(changed, {.allows_removals = true});
  EXPECT_EQ(table("shop-orders")->find_index("by_user")->key.sort[0].name, "note");
}

TEST_F(ModelStoreTest, ChangesSettingsOfATable) {
  apply(shop_);
  const auto changed =
      source(with(with(kShop, "version: 1", "version: 2"), "    billing: {mode: on_demand}\n",
                  "    billing: {mode: provisioned, read: {units: 5}, write: {units: 6}}\n"
                  "    streams: {view: new_image}\n    encryption: {key: managed}\n"
                  "    table_class: infrequent_access\n    deletion_protection: true\n"
                  "    tags: {team: shop}\n    ttl: {attribute: expires}\n"));
  EXPECT_EQ(marks_of(plan(changed)),
            (Marks{"~ billing", "+ time to live", "~ stream", "~ encryption", "~ table class",
                   "~ deletion protection", "~ tags"}));
  apply(changed);
  EXPECT_TRUE(plan(changed).is_empty());
  const auto& settings = table("shop-orders")->settings;
  EXPECT_EQ(settings.provisioned_throughput.write_capacity_units, 6);
  EXPECT_TRUE(settings.is_deletion_protected);
  EXPECT_EQ(table("shop-orders")->ttl_attribute, "expires");

  // Back again; what the model says nothing about any more stays, but its tags and TTL go.
  EXPECT_EQ(marks_of(plan(shop_)), (Marks{"~ billing", "- time to live", "- tags"}));
  apply(shop_, {.forces_version = true});
  EXPECT_TRUE(plan(shop_).is_empty());
}

TEST_F(ModelStoreTest, SwitchesRecoveryOnAndOffAsTheFileSays) {
  const std::string billing = "    billing: {mode: on_demand}\n";
  const auto recovered = [&](const char* setting, int version) {
    return source(with(with(kShop, "version: 1", "version: " + std::to_string(version)), billing,
                       billing + "    pitr: " + setting + "\n"));
  };
  const auto days = [&]() -> std::optional<std::int64_t> {
    const auto& recovery = table("shop-orders")->settings.recovery;
    if (!recovery || !recovery->since) return std::nullopt;
    return recovery->days;
  };
  apply(recovered("{enabled: true, window_days: 7}", 1));
  EXPECT_EQ(days(), 7);
  EXPECT_TRUE(plan(recovered("{enabled: true, window_days: 7}", 1)).is_empty());
  const auto longer = recovered("{enabled: true}", 2);
  EXPECT_EQ(marks_of(plan(longer)), Marks{"~ point-in-time recovery"});
  apply(longer);
  EXPECT_EQ(days(), 35);
  // The past is gone then, so that is done only if removals are allowed.
  const auto off = recovered("{enabled: false}", 3);
  EXPECT_EQ(marks_of(plan(off)), Marks{"- point-in-time recovery"});
  apply(off);
  EXPECT_EQ(days(), 35);
  apply(off, {.allows_removals = true});
  EXPECT_EQ(days(), std::nullopt);
  // What the file says nothing about stays.
  apply(source(with(kShop, "version: 1", "version: 4")), {.forces_version = true});
  EXPECT_EQ(days(), std::nullopt);
}

TEST_F(ModelStoreTest, TellsWhichRulesChange) {
  apply(shop_);
  const ApplyPlan tightened = plan(source(with(kShop, "max: 1000", "max: 100")));
  ASSERT_EQ(tightened.rule_changes.size(), 1U);
  EXPECT_EQ(tightened.rule_changes[0].subject, "Order.total");
  EXPECT_EQ(tightened.rule_changes[0].detail, "max 100, was 1000");
  EXPECT_TRUE(tightened.rule_changes[0].tightens);
  EXPECT_TRUE(tightened.steps.empty());
  EXPECT_FALSE(tightened.is_empty());
}

TEST_F(ModelStoreTest, OnlyObservesANewModelIfStoredItemsBreakIt) {
  const auto model = read_source(shop_).value();
  const auto request = create_request({*model, model->tables.front()});
  ASSERT_TRUE(sync_wait(operations::create_table(context(), request)).ok());
  ASSERT_EQ(put("shop-orders", kGood), "");
  ASSERT_EQ(put("shop-orders", kBad), "");

  const ApplyPlan seen = plan(shop_);
  EXPECT_TRUE(seen.steps.empty());
  ASSERT_EQ(seen.impacts.size(), 1U);
  EXPECT_EQ(seen.impacts[0].items, 2U);
  EXPECT_EQ(seen.impacts[0].violating, 1U);
  EXPECT_EQ(seen.impacts[0].rules[0].subject, "Order.total");
  EXPECT_EQ(seen.observed, (std::vector<std::string>{"shop-orders"}));

  apply(shop_);
  EXPECT_EQ(put("shop-orders", kBad), "");
  restart();
  EXPECT_EQ(put("shop-orders", kBad), "");
  apply(shop_, {.enforces = true});
  EXPECT_NE(put("shop-orders", kBad), "");
  restart();
  EXPECT_NE(put("shop-orders", kBad), "");
  EXPECT_TRUE(plan(shop_).is_empty());
}

TEST_F(ModelStoreTest, FinishesWhatACrashHasLeftHalfDone) {
  // The table is there, but one index and all that comes after it is not: as if the program had
  // died between two steps.
  const auto model = read_source(wider_).value();
  auto request = create_request({*model, model->tables.front()});
  request.global_secondary_indexes->pop_back();
  std::erase_if(*request.attribute_definitions,
                [](const auto& definition) { return definition.attribute_name == "note"; });
  ASSERT_TRUE(sync_wait(operations::create_table(context(), request)).ok());
  restart();
  EXPECT_EQ(models_->find("shop"), nullptr);

  EXPECT_EQ(marks_of(plan(wider_)), (Marks{"+ index by_note"}));
  apply(wider_);
  EXPECT_TRUE(plan(wider_).is_empty());
  EXPECT_NE(put("shop-orders", kBad), "");
}

TEST_F(ModelStoreTest, FinishesAnIndexThatWasBeingBuilt) {
  apply(shop_);
  const auto model = read_source(wider_).value();
  const ModelTable wanted{*model, model->tables.front()};
  const Step step{.table = "shop-orders",
                  .action = add_index_request(wanted, *wanted.table.find_index("by_note"))};
  ASSERT_TRUE(sync_wait(carry_out(context(), database_->jobs(), step, {})).ok());
  restart();
  apply(wider_);
  EXPECT_EQ(table("shop-orders")->find_index("by_note")->state, IndexState::Active);
  EXPECT_TRUE(plan(wider_).is_empty());
}

TEST_F(ModelStoreTest, MakesAgainATableThatSomebodyHasDeleted) {
  apply(shop_);
  const api::DeleteTableRequest request{"shop-orders"};
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), request)).ok());
  ASSERT_TRUE(sync_wait(wait_until_settled(context(), database_->jobs(), "shop-orders", {})).ok());
  restart();
  ASSERT_EQ(models_->warnings().size(), 1U);
  EXPECT_NE(models_->warnings()[0].find("shop-orders"), std::string::npos);
  EXPECT_EQ(marks_of(plan(shop_)), (Marks{"+ table"}));
  apply(shop_);
  EXPECT_NE(put("shop-orders", kBad), "");
}

TEST_F(ModelStoreTest, RefusesWhatCannotBeChanged) {
  apply(shop_);
  const auto other_key =
      source(with(with(kShop, "key: {partition: id}", "key: {partition: id, sort: user}"),
                  "key: {id: \"{id}\"}", "key: {id: \"{id}\", user: \"{user}\"}"));
  ASSERT_EQ(plan(other_key).obstacles.size(), 1U);
  const auto refused = sync_wait(models_->apply(other_key));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("cannot be changed"), std::string::npos);

  const auto other_model = source(with(kShop, "model: shop", "model: market"));
  ASSERT_EQ(plan(other_model).obstacles.size(), 1U);
  EXPECT_NE(plan(other_model).obstacles[0].find("belongs to the model shop"), std::string::npos);
  EXPECT_EQ(models_->find("market"), nullptr);
}

TEST_F(ModelStoreTest, TellsAllThatIsWrongWithAFile) {
  const auto refused = sync_wait(models_->plan(source("format: 1\nmodel: shop\nversoin: 1\n")));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_NE(refused.error().message().find("shop.yaml:3"), std::string::npos);
}

TEST_F(ModelStoreTest, KeepsTheLastTwentyVersions) {
  for (int version = 1; version <= 23; ++version) {
    apply(source(with(kShop, "version: 1", "version: " + std::to_string(version))));
  }
  const auto history = sync_wait(models_->history("shop")).value();
  ASSERT_EQ(history.size(), kHistoryMax);
  EXPECT_EQ(history.front().version, 3);
  EXPECT_EQ(history.back().version, 22);
  EXPECT_EQ(models_->find("shop")->record.incarnation, 23U);
}

TEST_F(ModelStoreTest, GivesModelsThatOutliveTheNextVersion) {
  apply(shop_);
  const auto old = models_->get("shop");
  apply(wider_);
  EXPECT_EQ(old->version, 1);
  EXPECT_EQ(models_->get("shop")->version, 2);
  EXPECT_EQ(models_->get("nothing"), nullptr);
  EXPECT_EQ(models_->list().size(), 1U);
}

}  // namespace
}  // namespace partita::registry
