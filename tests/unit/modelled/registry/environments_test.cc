// One model in several environments, versions that go up, models that are removed.

#include "modelled/registry/environments.h"

#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/get_item.h"
#include "modelled/registry/environment_difference.h"
#include "modelled/registry/record_store.h"
#include "modelled/registry/step_execution.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

// The shop with a table for each stage.
std::string staged_shop() {
  auto text = with(kShop, "name: shop-orders", "name: shop-orders-${stage}");
  return with(text, "tables:",
              "params:\n  stage: {enum: [dev, prod], default: dev}\n  colour: {default: red}\n"
              "tables:");
}

const Item kBadPlace{{"id", "2"}, {"user", "bob"}, {"total", 5000}};

class Environments : public ModelsFixture {
 protected:
  static ModelSource staged(model::ParamValues params, std::string text = staged_shop()) {
    return {.file_name = "shop.yaml", .text = std::move(text), .params = std::move(params)};
  }
  bool is_ruled(std::string_view table_name) { return put(table_name, kBadPlace) != ""; }
  std::string refusal_of(const ModelSource& wanted, const ApplyOptions& options = {}) {
    const auto applied = sync_wait(models_->apply(wanted, options));
    return applied.ok() ? "" : applied.error().message();
  }
};

TEST_F(Environments, OfOneModelAreSideBySideEachWithItsRules) {
  EXPECT_EQ(apply(staged({})).held->record.name, "shop@dev");
  EXPECT_EQ(apply(staged({{"stage", "prod"}})).held->record.name, "shop@prod");
  EXPECT_TRUE(is_ruled("shop-orders-dev"));
  EXPECT_TRUE(is_ruled("shop-orders-prod"));
  restart();
  EXPECT_TRUE(models_->warnings().empty());
  EXPECT_EQ(models_->list().size(), 2U);
  EXPECT_TRUE(is_ruled("shop-orders-dev"));
  EXPECT_TRUE(is_ruled("shop-orders-prod"));
}

TEST_F(Environments, TheFirstIsTheMainOneAndHasTheModelsRoot) {
  apply(staged({{"stage", "prod"}}));
  apply(staged({{"stage", "dev"}}));
  restart();
  EXPECT_EQ(models_->find("shop")->record.name, "shop@prod");
  EXPECT_EQ(models_->find("shop@prod")->model->http_root, "/api/shop");
  EXPECT_EQ(models_->find("shop@dev")->model->http_root, "/api/@dev/shop");
}

TEST_F(Environments, ParamsThatAreNotGivenAreRemembered) {
  apply(staged({{"stage", "prod"}, {"colour", "blue"}}));
  restart();
  EXPECT_TRUE(plan(staged({})).is_empty());
  EXPECT_EQ(apply(staged({})).held->record.source.params,
            (model::ParamValues{{"colour", "blue"}, {"stage", "prod"}}));
  // Another environment has values of its own.
  EXPECT_EQ(apply(staged({{"stage", "dev"}})).held->model->find_param("colour")->value, "red");
}

TEST_F(Environments, AnotherDefaultInTheFileLeadsToNoOtherTables) {
  apply(staged({}));
  const auto changed =
      with(with(staged_shop(), "default: dev", "default: prod"), "version: 1", "version: 2");
  EXPECT_EQ(apply(staged({}, changed)).held->record.name, "shop@dev");
  EXPECT_EQ(table("shop-orders-prod"), nullptr);
}

TEST_F(Environments, HaveNamesInDatabasesOfBeforeThereWereAny) {
  apply(staged({}));
  auto record = models_->find("shop@dev")->record;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.erase(record_key("shop@dev"));
    transaction.put(record_key("shop"), encode_record(record));
    co_return Status{};
  };
  ASSERT_TRUE(sync_wait(engine::run(context().engine, body)).ok());
  restart();
  EXPECT_NE(models_->find("shop@dev"), nullptr);
  EXPECT_TRUE(plan(staged({})).is_empty());
  restart();
  EXPECT_EQ(models_->list().size(), 1U);
}

TEST_F(Environments, TellInWhichPlacesTheyDiffer) {
  apply(staged({}));
  apply(staged({{"stage", "prod"}}, with(staged_shop(), "max: 1000", "max: 500")));
  const auto found = compare_held(models_->list(), "dev", "prod").value();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].left, "shop@dev");
  EXPECT_EQ(found[0].right, "shop@prod");
  const std::vector<model::TreeDifference> places{
      {"tables.orders.name", "shop-orders-dev", "shop-orders-prod"},
      {"entities.Order.attributes.total.max", "1000", "500"}};
  EXPECT_EQ(found[0].places, places);
  EXPECT_EQ(compare_held(models_->list(), "shop@prod", "shop@prod").value()[0].places.size(), 0U);
  EXPECT_FALSE(compare_held(models_->list(), "dev", "stage").ok());
}

TEST_F(Environments, TablesKeepTheirRulesUntilSomebodySaysThatTheyGo) {
  apply(source(std::string(kShop)));
  const auto renamed =
      source(with(with(kShop, "shop-orders", "shop-baskets"), "version: 1", "version: 2"));
  EXPECT_EQ(plan(renamed).unruled, (std::vector<std::string>{"shop-orders"}));
  EXPECT_NE(refusal_of(renamed).find("--detach keeps them without rules"), std::string::npos);
  EXPECT_TRUE(is_ruled("shop-orders"));
  const auto kept = apply(renamed, {.keeps_held = true});
  EXPECT_NE(kept.stayed, "");
  EXPECT_EQ(kept.held->record.version, 1);
  EXPECT_EQ(table("shop-baskets"), nullptr);

  EXPECT_EQ(apply(renamed, {.detaches_tables = true}).kept.size(), 1U);
  EXPECT_FALSE(is_ruled("shop-orders"));
  EXPECT_TRUE(is_ruled("shop-baskets"));
}

TEST_F(Environments, ATableOfALaterPhaseKeepsItsRulesToo) {
  apply(source(std::string(kShop)));
  const auto later =
      source(with(with(kShop, "    name: shop-orders\n", "    name: shop-orders\n    phase: 2\n"),
                  "version: 1", "version: 2\nlive_phase: 1"));
  EXPECT_NE(refusal_of(later), "");
  EXPECT_TRUE(is_ruled("shop-orders"));
}

TEST_F(Environments, AChangedFileNeedsAHigherVersion) {
  apply(source(with(kShop, "version: 1", "version: 4")));
  const auto same = source(with(with(kShop, "version: 1", "version: 4"), "max: 1000", "max: 9999"));
  EXPECT_NE(refusal_of(same).find("its version is 4, too"), std::string::npos);
  const auto older = source(std::string(kShop));
  EXPECT_NE(refusal_of(older).find("newer than the file's 1"), std::string::npos);
  EXPECT_NE(plan(older).needs_force, "");
  EXPECT_EQ(apply(older, {.keeps_held = true}).held->record.version, 4);

  const auto commented = with(kShop, "version: 1", "version: 4  # the fourth") + "\n# The end.\n";
  EXPECT_EQ(refusal_of(source(commented)), "");
  EXPECT_EQ(apply(older, {.forces_version = true}).held->record.version, 1);
}

TEST_F(Environments, AModelThatIsRemovedLeavesItsTablesOrTakesThemAlong) {
  apply(staged({}));
  apply(staged({{"stage", "prod"}}));
  EXPECT_FALSE(sync_wait(models_->remove("shop")).ok()) << "the environment must be named";
  const auto removed = sync_wait(models_->remove("shop@dev")).value();
  EXPECT_EQ(removed.tables, (std::vector<std::string>{"shop-orders-dev"}));
  EXPECT_FALSE(is_ruled("shop-orders-dev"));
  EXPECT_TRUE(is_ruled("shop-orders-prod"));

  ASSERT_TRUE(sync_wait(models_->remove("shop@prod", {.drops_tables = true})).ok());
  EXPECT_EQ(table("shop-orders-prod"), nullptr);
  restart();
  EXPECT_TRUE(models_->list().empty());
  EXPECT_NE(table("shop-orders-dev"), nullptr);
  EXPECT_TRUE(sync_wait(models_->history("shop@dev")).value().empty());
}

TEST_F(Environments, AProtectedTableIsNotDroppedAndItsModelStays) {
  apply(source(with(kShop, "    key: {partition: id}\n",
                    "    key: {partition: id}\n    deletion_protection: true\n")));
  const auto refused = sync_wait(models_->remove("shop", {.drops_tables = true}));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("protected from deletion"), std::string::npos);
  EXPECT_TRUE(is_ruled("shop-orders"));
}

TEST_F(Environments, TheNextOneIsTheMainOneWhenTheMainOneIsGone) {
  apply(staged({}));
  apply(staged({{"stage", "prod"}}));
  ASSERT_TRUE(sync_wait(models_->remove("shop@dev")).ok());
  EXPECT_EQ(models_->find("shop"), nullptr);
  EXPECT_TRUE(apply(staged({{"stage", "prod"}})).held->record.is_main);
  EXPECT_EQ(models_->find("shop")->model->http_root, "/api/shop");
}

TEST_F(Environments, AnotherOneDoesNotTakeThePlaceOfTheMainOneUnasked) {
  const auto three = with(staged_shop(), "[dev, prod]", "[dev, prod, test]");
  apply(staged({}, three));
  apply(staged({{"stage", "prod"}}, three));
  ASSERT_TRUE(sync_wait(models_->remove("shop@dev")).ok());
  EXPECT_FALSE(apply(staged({{"stage", "test"}}, three)).held->record.is_main);
  EXPECT_FALSE(apply(staged({{"stage", "dev"}}, three)).held->record.is_main);
  restart();
  EXPECT_EQ(models_->find("shop"), nullptr);
  EXPECT_EQ(models_->find("shop@test")->model->http_root, "/api/@test/shop");
}

// A model that another version of the program has stored.
class UnreadModel : public Environments {
 protected:
  static constexpr std::string_view kTable = "shop-orders";
  const Item good_{{"id", "1"}, {"user", "ann"}, {"total", 5}};

  void store_unreadable(bool knows_tables = true) {
    apply(source(std::string(kShop)));
    EXPECT_EQ(put(kTable, good_), "");
    auto record = models_->find("shop")->record;
    record.source.text = with(kShop, "format: 1", "format: 77");
    if (!knows_tables) record.tables.reset();
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      transaction.put(record_key("shop"), encode_record(record));
      co_return Status{};
    };
    ASSERT_TRUE(sync_wait(engine::run(context().engine, body)).ok());
    restart();
  }
  bool is_sealed() {
    return put(kTable, good_).starts_with("Writes to this table are refused, because the rules");
  }
};

TEST_F(UnreadModel, LetsItsTablesBeReadAndNotWritten) {
  store_unreadable();
  ASSERT_EQ(models_->warnings().size(), 1U);
  EXPECT_NE(models_->warnings()[0].find("all writes to its tables are refused"), std::string::npos);
  EXPECT_TRUE(is_sealed());
  api::GetItemRequest wanted;
  wanted.table_name = kTable;
  wanted.key = EncodedItem(Item{{"id", "1"}});
  EXPECT_TRUE(sync_wait(operations::get_item(context(), wanted)).value().item.has_value());
  api::DeleteItemRequest deletion;
  deletion.table_name = kTable;
  deletion.key = EncodedItem(Item{{"id", "1"}});
  const auto refused = sync_wait(operations::delete_item(context(), deletion));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::Unavailable);
}

TEST_F(UnreadModel, LeavesTablesOfOthersAlone) {
  store_unreadable();
  apply(source(with(with(kShop, "model: shop", "model: other"), "shop-orders", "other-orders")));
  EXPECT_EQ(put("other-orders", good_), "");
  EXPECT_TRUE(is_sealed());
}

TEST_F(UnreadModel, TakesAllTablesThatNobodyRulesForItsOwnIfItsAreNotKnown) {
  store_unreadable(/*knows_tables=*/false);
  EXPECT_TRUE(is_sealed());
}

TEST_F(UnreadModel, IsReplacedByAFileThatCanBeRead) {
  store_unreadable();
  apply(source(std::string(kShop)));
  EXPECT_EQ(put(kTable, good_), "");
  EXPECT_TRUE(is_ruled(kTable));
  restart();
  EXPECT_TRUE(models_->warnings().empty());
  EXPECT_TRUE(is_ruled(kTable));
}

// A file of fewer tables than the unreadable one had.
class UnreadModelWithMore : public UnreadModel {
 protected:
  static constexpr std::string_view kSecond = "shop-returns";
  const Item second_{{"id", "1"}};

  static std::string larger() {
    return with(with(kShop, "entities:", R"(  returns: {name: shop-returns, key: {partition: id}}
entities:
  Return:
    table: returns
    match: all
    key: {id: "{id}"}
    attributes: {id: {type: string, required: true}}
)"),
                "  Order:\n", "  Order:\n    table: orders\n");
  }
  void store_unreadable_with_more(bool knows_tables) {
    apply(source(larger()));
    auto record = models_->find("shop")->record;
    record.source.text = with(larger(), "format: 1", "format: 77");
    if (!knows_tables) record.tables.reset();
    ASSERT_TRUE(sync_wait(replace_record(context().engine, record)).ok());
    restart();
    ASSERT_NE(put(kSecond, second_), "");
  }
  void expect_open() {
    EXPECT_EQ(put(kSecond, second_), "");
    EXPECT_FALSE(is_ruled(kSecond));
    EXPECT_EQ(put(kTable, good_), "");
    EXPECT_TRUE(is_ruled(kTable));
  }
};

TEST_F(UnreadModelWithMore, IsReplacedByAFileWithFewerTablesOnlyIfThatIsMeant) {
  store_unreadable_with_more(/*knows_tables=*/true);
  const std::vector<std::string> left{std::string(kSecond)};
  EXPECT_EQ(plan(source(std::string(kShop))).unruled, left);
  EXPECT_FALSE(sync_wait(models_->apply(source(std::string(kShop)))).ok());
  EXPECT_NE(put(kSecond, second_), "");
  apply(source(std::string(kShop)), {.detaches_tables = true});
  expect_open();
  restart();
  expect_open();
}

TEST_F(UnreadModelWithMore, LeavesTheTablesThatItMayHaveHadOpen) {
  store_unreadable_with_more(/*knows_tables=*/false);
  EXPECT_TRUE(plan(source(std::string(kShop))).unruled.empty());
  apply(source(std::string(kShop)));
  expect_open();
}

TEST_F(UnreadModelWithMore, LosesTheTablesThatAreToBeRemoved) {
  store_unreadable_with_more(/*knows_tables=*/true);
  apply(source(std::string(kShop)), {.allows_removals = true});
  EXPECT_EQ(table(kSecond), nullptr);
}

TEST_F(UnreadModelWithMore, LeavesTablesSealedThatAnotherUnreadableModelMayHave) {
  store_unreadable_with_more(/*knows_tables=*/true);
  auto other = ModelRecord{};
  other.name = "older";
  other.source = source(with(larger(), "format: 1", "format: 77"));
  ASSERT_TRUE(sync_wait(replace_record(context().engine, other)).ok());
  restart();
  apply(source(std::string(kShop)), {.detaches_tables = true});
  EXPECT_NE(put(kSecond, second_).find("model older"), std::string::npos) << put(kSecond, second_);
  ASSERT_TRUE(sync_wait(models_->remove("older")).ok());
  expect_open();
}

// It may be that none of the tables without rules is its own.
TEST_F(UnreadModel, TakesNoTablesWithItIfItsAreNotKnown) {
  store_unreadable(/*knows_tables=*/false);
  const auto dropped = sync_wait(models_->remove("shop", {.drops_tables = true}));
  ASSERT_FALSE(dropped.ok());
  EXPECT_NE(dropped.error().message().find("--keep-tables"), std::string::npos);
  EXPECT_TRUE(is_sealed());
  EXPECT_TRUE(sync_wait(models_->remove("shop", {})).ok());
  EXPECT_EQ(put(kTable, good_), "");
}

TEST_F(UnreadModel, CanBeRemoved) {
  store_unreadable();
  const auto removed = sync_wait(models_->remove("shop")).value();
  EXPECT_EQ(removed.tables, (std::vector<std::string>{std::string(kTable)}));
  EXPECT_EQ(put(kTable, good_), "");
  restart();
  EXPECT_TRUE(models_->warnings().empty());
}

}  // namespace
}  // namespace partita::registry
