// The migrations of a model, from the first step to the last, beside programs of both kinds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "dynamodb/operations/batch_get_item.h"
#include "dynamodb/operations/create_backup.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/describe_backup.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/restore_table_from_backup.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/transact_get_items.h"
#include "dynamodb/operations/transact_write_items.h"
#include "dynamodb/operations/update_item.h"
#include "engine/retry.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/migration_steps.h"
#include "modelled/registry/model_record.h"
#include "modelled/syncs/sync_event.h"
#include "modelled/syncs/sync_log.h"
#include "store/items/item_key.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

using model::MigrationStep;

// The shop, in which the note of an order is now its remark.
std::string renamed(std::string_view more = "") {
  std::string text = with(kShop, "version: 1", "version: 2");
  text = with(text, "      by_user: {", "      by_remark: {partition: [remark]}\n      by_user: {");
  text = with(text, "note: {type: string}", "remark: {type: string}");
  return text +
         "migrations:\n  - {id: m, entity: Order, rename: {from: note, to: remark}, quiet: 1h" +
         std::string(more) + "}\n";
}
// The same with a walk that no test can wait for.
std::string renamed_slowly() { return renamed(", rate: 1"); }

class Migrations : public ModelsFixture {
 protected:
  static Item order(const std::string& id, const std::string& note) {
    return {{"id", id}, {"user", "u"}, {"total", 1}, {"note", note}};
  }
  void put_old_orders(int count) {
    apply(source(std::string(kShop)));
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(put("shop-orders", order(std::to_string(i), "n" + std::to_string(i))), "");
    }
  }
  void catch_up() { ASSERT_TRUE(sync_wait(models_->catch_up()).ok()); }

  // The step that the migration has come to, or the refusal.
  std::string move(MigrationMove move, const MoveOptions& options = {}) {
    const auto moved = sync_wait(models_->move_migration("shop", "m", move, options));
    return moved.ok() ? std::string(model::name_of(moved->migration.step))
                      : moved.error().message();
  }
  std::string advance() { return move(MigrationMove::Advance); }
  void advance_to(MigrationStep wanted) {
    for (int steps = 0; steps < 10 && report().migration.step != wanted; ++steps) {
      catch_up();
      const auto moved = sync_wait(
          models_->move_migration("shop", "m", MigrationMove::Advance, {.forced_by = "test"}));
      ASSERT_TRUE(moved.ok()) << moved.error().message();
    }
    ASSERT_EQ(report().migration.step, wanted);
    catch_up();
  }
  MigrationReport report() { return sync_wait(models_->migrations("shop")).value().front(); }

  std::optional<Item> get(const std::string& id) {
    api::GetItemRequest request;
    request.table_name = "shop-orders";
    request.key = EncodedItem(Item{{"id", id}});
    const auto answer = sync_wait(operations::get_item(context(), request)).value();
    if (!answer.item) return std::nullopt;
    return answer.item->view().to_item();
  }
  std::string update(const std::string& id, const std::string& expression,
                     const std::string& value) {
    api::UpdateItemRequest request;
    request.table_name = "shop-orders";
    request.key = EncodedItem(Item{{"id", id}});
    request.update_expression = expression;
    request.expression_attribute_values = EncodedItem(Item{{":v", value}});
    const auto answer = sync_wait(operations::update_item(context(), request));
    return answer.ok() ? "" : answer.error().message();
  }
  // How many orders have that remark, by the filter of a Scan.
  std::size_t scanned(const std::string& filter, const std::string& value) {
    api::ScanRequest request;
    request.table_name = "shop-orders";
    request.filter_expression = filter;
    request.expression_attribute_values = EncodedItem(Item{{":v", value}});
    const auto found = sync_wait(operations::scan(context(), request)).value();
    return static_cast<std::size_t>(found.count.value_or(0));
  }
  std::size_t queried(const std::string& remark) {
    api::QueryRequest request;
    request.table_name = "shop-orders";
    request.index_name = "by_remark";
    request.key_condition_expression = "remark = :v";
    request.expression_attribute_values = EncodedItem(Item{{":v", remark}});
    const auto found = sync_wait(operations::query(context(), request)).value();
    return static_cast<std::size_t>(found.count.value_or(0));
  }
  // As it is stored, whatever is shown.
  std::optional<Item> stored(const std::string& id) {
    const auto table = this->table("shop-orders");
    const Bytes key = items::key_of_argument(*table, EncodedItem(Item{{"id", id}}).view()).value();
    std::optional<Item> found;
    const ByteView wanted = key;
    const auto take = [&](std::size_t, std::optional<ByteView> value) {
      if (value) found = ItemView::parse(*value).value().to_item();
    };
    EXPECT_TRUE(sync_wait(context().engine.get(std::span(&wanted, 1), take)).ok());
    return found;
  }
  // Puts an item as no server writes it.
  void damage(const std::string& id, const Item& item) {
    const auto table = this->table("shop-orders");
    const Bytes key = items::key_of_argument(*table, EncodedItem(Item{{"id", id}}).view()).value();
    const auto body = [&](engine::Transaction& transaction) {
      transaction.put(Bytes(key), Bytes(EncodedItem(item).bytes()));
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(context().engine, body)).ok());
  }
};

Value note_of(const Item& item, std::string_view name) {
  const Value* value = item.find(name);
  return value == nullptr ? Value() : *value;
}

TEST_F(Migrations, BeginWhenTheModelIsApplied) {
  put_old_orders(3);
  apply(source(renamed()));
  const auto found = report();
  EXPECT_EQ(found.migration.step, MigrationStep::Expand);
  EXPECT_EQ(found.next, MigrationStep::Backfill);
  EXPECT_EQ(found.waits_for, "");
}

TEST_F(Migrations, ShowBothNamesByEveryDoor) {
  put_old_orders(3);
  apply(source(renamed()));
  EXPECT_EQ(note_of(*get("1"), "remark"), Value("n1"));
  EXPECT_EQ(note_of(*get("1"), "note"), Value("n1"));
  EXPECT_EQ(scanned("remark = :v", "n1"), 1U);
  EXPECT_EQ(scanned("note = :v", "n1"), 1U);
  api::BatchGetItemRequest batch;
  batch.request_items.emplace_back("shop-orders", api::KeysAndAttributes{});
  batch.request_items.front().second.keys.emplace_back(EncodedItem(Item{{"id", "1"}}));
  const auto found = sync_wait(operations::batch_get_item(context(), batch)).value();
  EXPECT_EQ(note_of(found.responses->front().second.at(0).to_item(), "remark"), Value("n1"));
  EXPECT_EQ(note_of(*stored("1"), "remark"), Value()) << "so far it is only shown";
  EXPECT_EQ(update("1", "SET note = :v", "a"), "");
  EXPECT_EQ(note_of(*stored("1"), "remark"), Value("a"));
  EXPECT_EQ(update("1", "SET remark = :v", "b"), "");
  EXPECT_EQ(note_of(*stored("1"), "note"), Value("b"));
}

TEST_F(Migrations, MeetConditionsByEitherName) {
  put_old_orders(1);
  apply(source(renamed()));
  api::TransactWriteItemsRequest request;
  api::TransactWriteItem& item = request.transact_items.emplace_back();
  item.update.emplace();
  item.update->table_name = "shop-orders";
  item.update->key = EncodedItem(Item{{"id", "0"}});
  item.update->update_expression = "SET #t = :t";
  item.update->expression_attribute_names.emplace().emplace_back("#t", "total");
  item.update->condition_expression = "remark = :v";
  item.update->expression_attribute_values = EncodedItem(Item{{":v", "n0"}, {":t", 7}});
  const auto written = sync_wait(operations::transact_write_items(context(), request));
  EXPECT_TRUE(written.ok()) << written.error().message();
  EXPECT_EQ(*stored("0"),
            (Item{{"id", "0"}, {"user", "u"}, {"total", 7}, {"note", "n0"}, {"remark", "n0"}}));
}

TEST_F(Migrations, GoFromTheFirstStepToTheLast) {
  put_old_orders(20);
  apply(source(renamed()));
  EXPECT_EQ(queried("n1"), 0U) << "not an entry of the index yet";
  EXPECT_EQ(advance(), "backfill");
  catch_up();
  EXPECT_EQ(note_of(*stored("1"), "remark"), Value("n1"));
  EXPECT_EQ(queried("n1"), 1U);
  EXPECT_EQ(report().walk.changed, 20U);
  EXPECT_EQ(advance(), "verify");
  catch_up();
  EXPECT_EQ(report().walk.items, 20U);
  EXPECT_EQ(report().walk.wrong, 0U);
  EXPECT_EQ(advance(), "switch");
  EXPECT_EQ(advance(), "quiet");
  EXPECT_TRUE(advance().starts_with(
      "migration m cannot go on to contract: the old form must not be used for another 3"));
  EXPECT_EQ(move(MigrationMove::Advance, {.forced_by = "anna"}), "contract");
  EXPECT_EQ(report().state.forced_by, "anna");
  EXPECT_EQ(get("1")->find("note"), nullptr);
  catch_up();
  EXPECT_EQ(stored("1")->find("note"), nullptr);
  EXPECT_EQ(note_of(*stored("1"), "remark"), Value("n1"));
  EXPECT_EQ(put("shop-orders", order("1", "x")),
            "One or more parameter values were invalid: model shop, Order id=\"1\": `note` "
            "is not written any more; write `remark` (migration m, contract) [M121]");
  EXPECT_EQ(advance(), "done");
  EXPECT_EQ(advance(), "migration m is done: there is no next step");
  EXPECT_NE(put("shop-orders", order("1", "x")), "");
  EXPECT_EQ(queried("n1"), 1U);
}

TEST_F(Migrations, GoOnOnlyWhenTheWalkIsOver) {
  put_old_orders(20);
  apply(source(renamed_slowly()));
  EXPECT_EQ(advance(), "backfill");
  const std::string refusal = advance();
  EXPECT_TRUE(refusal.starts_with("migration m cannot go on to verify: ")) << refusal;
  EXPECT_NE(refusal.find(" of 20 items are left"), std::string::npos) << refusal;
  catch_up();
  EXPECT_EQ(advance(), "verify");
}

TEST_F(Migrations, GoOnAfterARestartWhereTheyWere) {
  put_old_orders(20);
  apply(source(renamed_slowly()));
  EXPECT_EQ(advance(), "backfill");
  restart();
  EXPECT_EQ(report().migration.step, MigrationStep::Backfill);
  EXPECT_EQ(note_of(*get("1"), "remark"), Value("n1"));
  catch_up();
  EXPECT_EQ(advance(), "verify");
  restart();
  catch_up();
  EXPECT_EQ(advance(), "switch");
  restart();
  EXPECT_EQ(report().migration.step, MigrationStep::Switch);
  EXPECT_EQ(report().walk.items, 0U);
}

TEST_F(Migrations, DoNotSwitchWhileFormsDiffer) {
  put_old_orders(3);
  apply(source(renamed()));
  advance_to(MigrationStep::Backfill);
  damage("1", {{"id", "1"}, {"user", "u"}, {"total", 1}, {"note", "a"}, {"remark", "b"}});
  EXPECT_EQ(advance(), "verify");
  catch_up();
  EXPECT_EQ(advance(),
            "migration m cannot go on to switch: 1 of 3 items do not have both forms with equal "
            "values; mend them, then repeat, such as id=\"1\"");
  EXPECT_EQ(report().walk.examples, std::vector<std::string>{"id=\"1\""});
  EXPECT_EQ(update("1", "SET note = :v", "c"), "");
  EXPECT_EQ(move(MigrationMove::Repeat), "backfill");
  catch_up();
  EXPECT_EQ(advance(), "verify");
  catch_up();
  EXPECT_EQ(advance(), "switch");
}

TEST_F(Migrations, ArePausedAndResumed) {
  put_old_orders(5);
  apply(source(renamed()));
  EXPECT_EQ(move(MigrationMove::Pause), "migration m cannot pause: the step expand has no walk");
  apply(source(renamed()));
  EXPECT_EQ(advance(), "backfill");
  EXPECT_EQ(move(MigrationMove::Pause), "backfill");
  EXPECT_TRUE(report().state.is_paused);
  EXPECT_EQ(move(MigrationMove::Resume), "backfill");
  catch_up();
  EXPECT_EQ(report().walk.items, 5U);
}

TEST_F(Migrations, RollBackWithoutALoss) {
  put_old_orders(3);
  apply(source(renamed()));
  advance_to(MigrationStep::Switch);
  EXPECT_EQ(put("shop-orders", {{"id", "9"}, {"user", "u"}, {"remark", "new"}}), "");
  EXPECT_EQ(move(MigrationMove::RollBack), "roll-back");
  EXPECT_EQ(move(MigrationMove::RollBack),
            "migration m cannot roll back: it is on its way back already");
  EXPECT_EQ(*get("9"), (Item{{"id", "9"}, {"user", "u"}, {"note", "new"}}));
  catch_up();
  EXPECT_EQ(*stored("9"), (Item{{"id", "9"}, {"user", "u"}, {"note", "new"}}));
  EXPECT_EQ(*stored("1"), order("1", "n1"));
  EXPECT_EQ(advance(), "rolled-back");
  apply(source(with(kShop, "version: 1", "version: 3")), {.allows_removals = true});
  EXPECT_TRUE(sync_wait(models_->migrations("shop")).value().empty());
}

TEST_F(Migrations, DoNotRollBackOnceTheOldFormGoes) {
  put_old_orders(1);
  apply(source(renamed()));
  advance_to(MigrationStep::Contract);
  EXPECT_EQ(move(MigrationMove::RollBack),
            "migration m cannot roll back: the old form is being removed: restore the table as it "
            "was");
}

TEST_F(Migrations, StandInTheWayOfModelsThatForgetThem) {
  put_old_orders(1);
  apply(source(renamed()));
  const auto forgotten = plan(source(with(kShop, "version: 1", "version: 3")));
  EXPECT_EQ(forgotten.obstacles,
            std::vector<std::string>{"migration m is not in the file any more, but it is at the "
                                     "step expand: finish it, or roll it back, first"});
  const auto other =
      plan(source(with(with(renamed(), "version: 2", "version: 3"), "from: note", "from: text")));
  EXPECT_EQ(other.obstacles,
            std::vector<std::string>{"migration m says something else than when it began: give "
                                     "the new one an id of its own"});
}

// What is kept of an attribute that most items do not have yet would be wrong: J60.
TEST_F(Migrations, HoldBackWhatReadsTheNewNameUntilAllItemsHaveIt) {
  put_old_orders(2);
  const std::string unique = with(renamed(), "      remark: {type: string}",
                                  "      remark: {type: string}\n    unique: [{on: [remark]}]");
  EXPECT_EQ(plan(source(unique)).obstacles,
            std::vector<std::string>{"unique remark of Order reads `remark`, which migration m is "
                                     "still giving to older items: declare it once the migration "
                                     "is switched"});
  apply(source(renamed()));
  advance_to(MigrationStep::Switch);
  EXPECT_TRUE(plan(source(with(unique, "version: 2", "version: 3"))).obstacles.empty());
}

TEST_F(Migrations, AreNotOverWhileTheModelDeclaresTheOldName) {
  put_old_orders(1);
  const std::string both = with(renamed(), "remark: {type: string}",
                                "remark: {type: string}\n      note: {type: string}");
  apply(source(both));
  advance_to(MigrationStep::Quiet);
  EXPECT_EQ(move(MigrationMove::Advance, {.forced_by = "anna"}),
            "migration m cannot go on to contract: Order still declares `note`: apply the model "
            "without it first");
}

// Items that lack what is required have it by the migration, so the rules hold from the first day.
TEST_F(Migrations, AreSeenByTheRules) {
  put_old_orders(2);
  const auto applied = apply(
      source(with(renamed(), "remark: {type: string}", "remark: {type: string, required: true}")));
  EXPECT_TRUE(applied.plan.observed.empty());
  EXPECT_EQ(update("1", "SET note = :v", "x"), "");
}

// An entry that holds a part of its item does not tell what the item has.
TEST_F(Migrations, GiveNothingToEntriesThatDoNotHoldIt) {
  const std::string narrow = with(kShop, "project: all", "project: keys");
  apply(source(narrow));
  ASSERT_EQ(put("shop-orders", order("1", "mine")), "");
  apply(source(with(narrow, "version: 1", "version: 2") +
               "migrations:\n  - {id: m, entity: Order, add: {attribute: note, backfill: "
               "\"'none'\"}}\n"));
  ASSERT_EQ(put("shop-orders", {{"id", "2"}, {"user", "u"}, {"total", 2}}), "");
  EXPECT_EQ(note_of(*get("1"), "note"), Value("mine"));
  EXPECT_EQ(note_of(*get("2"), "note"), Value("none"));
  api::QueryRequest request;
  request.table_name = "shop-orders";
  request.index_name = "by_user";
  request.key_condition_expression = "#u = :v";
  request.expression_attribute_names.emplace().emplace_back("#u", "user");
  request.expression_attribute_values = EncodedItem(Item{{":v", "u"}});
  const auto found = sync_wait(operations::query(context(), request)).value();
  ASSERT_EQ(found.count, 2);
  EXPECT_EQ(found.items->at(0).to_item(), (Item{{"id", "1"}, {"user", "u"}, {"total", 1}}));
}

// Also of an item that has only the old one so far; and what is the same in both is no change.
TEST_F(Migrations, AreToldToOtherServersInBothForms) {
  put_old_orders(2);
  apply(source(renamed() +
               "sync:\n  s: {of: Order, to: {kind: webhook, url: \"http://127.0.0.1:9/\"}}\n"));
  EXPECT_EQ(put("shop-orders", order("0", "n0")), "");
  api::DeleteItemRequest request;
  request.table_name = "shop-orders";
  request.key = EncodedItem(Item{{"id", "1"}});
  ASSERT_TRUE(sync_wait(operations::delete_item(context(), request)).ok());
  const auto* rules = enforcement::model_rules_of(*table("shop-orders"));
  const auto& sync = rules->syncs()->plans().front()->ref();
  const auto log = sync_wait(syncs::read_log_stretch(context().engine, sync, 0, {})).value();
  ASSERT_EQ(log.events.size(), 1U);
  const auto told = syncs::decode_event(log.events.front().bytes).value();
  EXPECT_EQ(told.kind, syncs::EventKind::Remove);
  EXPECT_EQ(note_of(told.image.to_item(), "note"), Value("n1"));
  EXPECT_EQ(note_of(told.image.to_item(), "remark"), Value("n1"));
}

// 400 KB are for both.
TEST_F(Migrations, StoreOneFormOfWhatHasNoRoomForBothUntilTheyAreVerified) {
  const std::string large(300'000, 'x');
  const std::string small = "y";
  put_old_orders(1);
  ASSERT_EQ(put("shop-orders", order("big", large)), "");
  apply(source(with(renamed(), "      by_remark: {partition: [remark]}\n", "")));
  EXPECT_EQ(update("big", "SET note = :v", large + "1"), "");
  EXPECT_EQ(note_of(*get("big"), "remark"), Value(large + "1"));
  EXPECT_EQ(stored("big")->find("remark"), nullptr);
  EXPECT_EQ(update("big", "SET remark = :v", large + "2"), "");
  EXPECT_EQ(note_of(*get("big"), "note"), Value(large + "2"));
  EXPECT_EQ(put("shop-orders", {{"id", "big"}, {"user", "u"}, {"remark", large}}), "");
  EXPECT_EQ(note_of(*get("big"), "note"), Value(large));
  advance_to(MigrationStep::Verify);
  EXPECT_EQ(report().walk.examples, std::vector<std::string>{"id=\"big\""});
  const std::string refusal =
      "Item size has exceeded the maximum allowed size; while a migration is open, an item "
      "has both of its forms";
  EXPECT_EQ(update("big", "SET note = :v", large + "3"), refusal);
  EXPECT_EQ(update("big", "SET note = :v", small), "");
  EXPECT_EQ(note_of(*stored("big"), "remark"), Value(small));
  EXPECT_EQ(move(MigrationMove::Repeat), "backfill");
  advance_to(MigrationStep::Switch);
  EXPECT_EQ(update("big", "SET note = :v", large), refusal);
}

TEST_F(Migrations, AreForcedOverTheStepThatWaitsAndNoOther) {
  put_old_orders(1);
  apply(source(renamed()));
  EXPECT_EQ(move(MigrationMove::Advance, {.forced_by = "anna"}), "backfill");
  for (const auto* step : {"verify", "switch", "quiet"}) {
    catch_up();
    EXPECT_EQ(advance(), step);
  }
  EXPECT_EQ(report().state.forced_by, "");
  EXPECT_NE(advance().find("must not be used"), std::string::npos);
}

// Items that lost it would stay for ever.
TEST_F(Migrations, DoNotTakeAwayWhatItemsExpireBy) {
  const auto expiring = [](std::string_view attribute) {
    return with(renamed(),
                "    indexes:", fmt::format("    ttl: {{attribute: {}}}\n    indexes:", attribute));
  };
  put_old_orders(1);
  apply(source(expiring("note")));
  advance_to(MigrationStep::Quiet);
  EXPECT_EQ(move(MigrationMove::Advance, {.forced_by = "anna"}),
            "migration m cannot go on to contract: items expire by `note`: apply the model without "
            "it first");
  apply(source(with(expiring("remark"), "version: 2", "version: 3")));
  EXPECT_EQ(move(MigrationMove::RollBack),
            "migration m cannot roll back: items expire by `remark`: apply the model with the old "
            "form there first");
  EXPECT_EQ(move(MigrationMove::Advance, {.forced_by = "anna"}), "contract");
}

// What walks have left of a former life of the migration does not count for the new one.
TEST_F(Migrations, BeginAnewWithAModelThatWasRemoved) {
  put_old_orders(2);
  apply(source(renamed()));
  advance_to(MigrationStep::Backfill);
  EXPECT_EQ(report().walk.items, 2U);
  ASSERT_TRUE(sync_wait(models_->remove("shop")).ok());
  ASSERT_EQ(put("shop-orders", order("9", "n9")), "");
  apply(source(renamed()));
  EXPECT_EQ(report().migration.step, MigrationStep::Expand);
  EXPECT_EQ(advance(), "backfill");
  catch_up();
  EXPECT_EQ(report().walk.items, 3U);
  EXPECT_EQ(note_of(*stored("9"), "remark"), Value("n9"));
}

// As a newer version of the program may have stored it.
TEST_F(Migrations, KeepTheirStepsInAModelThatCouldNotBeRead) {
  put_old_orders(2);
  apply(source(renamed()));
  advance_to(MigrationStep::Switch);
  auto record = models_->find("shop")->record;
  record.source.text = with(renamed(), "format: 1", "format: 77");
  const auto body = [&](engine::Transaction& transaction) {
    transaction.put(record_key("shop"), encode_record(record));
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(context().engine, body)).ok());
  restart();
  ASSERT_EQ(models_->find("shop"), nullptr);
  EXPECT_EQ(plan(source(with(kShop, "version: 1", "version: 3"))).obstacles,
            std::vector<std::string>{"migration m is not in the file any more, but it is at the "
                                     "step switch: finish it, or roll it back, first"});
  apply(source(renamed()));
  EXPECT_EQ(report().migration.step, MigrationStep::Switch);
}

// A table that is made again from a backup of before the migration.
class RestoredMigrations : public Migrations {
 protected:
  RestoredMigrations() {
    close();
    database::DatabaseOptions options;
    options.timed_work = database::TimedWork::ByHand;
    open(options);
    put_old_orders(3);
    api::CreateBackupRequest request;
    request.table_name = "shop-orders";
    request.backup_name = "before";
    const auto made = sync_wait(operations::create_backup(context(), request)).value();
    backup_ = *made.backup_details->backup_arn;
    const auto is_made = [this] {
      api::DescribeBackupRequest asked;
      asked.backup_arn = backup_;
      const auto told = sync_wait(operations::describe_backup(context(), asked)).value();
      return told.backup_description->backup_details->backup_status == api::BackupStatus::Available;
    };
    work_until(is_made);
  }

  template <typename Holds>
  void work_until(Holds holds) {
    while (!holds()) ASSERT_TRUE(database_->do_timed_work().ok());
  }
  void restore() {
    ASSERT_TRUE(sync_wait(operations::delete_table(context(), {.table_name = "shop-orders"})).ok());
    work_until([this] { return table("shop-orders") == nullptr; });
    api::RestoreTableFromBackupRequest request;
    request.target_table_name = "shop-orders";
    request.backup_arn = backup_;
    const auto begun = sync_wait(operations::restore_table_from_backup(context(), request));
    ASSERT_TRUE(begun.ok()) << begun.error().message();
    work_until([this] {
      return table("shop-orders")->state == catalog::TableState::Active &&
             !table("shop-orders")->settings.awaits_model;
    });
    catch_up();
  }

  std::string backup_;
};

TEST_F(RestoredMigrations, AreMadeUpForInItemsOfBefore) {
  apply(source(renamed()));
  advance_to(MigrationStep::Done);
  restore();
  EXPECT_EQ(*stored("1"), (Item{{"id", "1"}, {"user", "u"}, {"total", 1}, {"remark", "n1"}}));
  EXPECT_EQ(queried("n1"), 1U);
}

TEST_F(RestoredMigrations, AreMadeUpForAsFarAsTheyAre) {
  apply(source(renamed()));
  advance_to(MigrationStep::Switch);
  restore();
  EXPECT_EQ(note_of(*stored("1"), "note"), Value("n1"));
  EXPECT_EQ(note_of(*stored("1"), "remark"), Value("n1"));
  EXPECT_EQ(queried("n1"), 1U);
  EXPECT_EQ(move(MigrationMove::RollBack), "roll-back");
  restore();
  EXPECT_EQ(*stored("1"), order("1", "n1"));
}

// A program that writes one attribute of two orders, and looks at each after the answer.
class Program {
 public:
  using Update = std::function<std::string(const std::string& id, const std::string& value)>;
  using Look = std::function<bool(const std::string& id, const Value& value)>;

  Program(int first, Update update, Look is_right)
      : first_(first), update_(std::move(update)), is_right_(std::move(is_right)) {}

  void run() {
    for (int i = 0; !ends_; ++i) {
      const int item = first_ + 2 * (i % 2);
      const std::string value = std::to_string(first_) + "-" + std::to_string(i);
      const bool is_written = update_(std::to_string(item), value).empty();
      if (!is_written || !is_right_(std::to_string(item), Value(value))) ++wrong_;
      last_[item] = value;
      ++done_;
      done_.notify_all();
    }
  }
  // Returns when it has written so many more times.
  void await_more(int writes) const {
    const int wanted = done_ + writes;
    for (int seen = done_; seen < wanted; seen = done_) done_.wait(seen);
  }
  void end() { ends_ = true; }

  int wrong() const { return wrong_; }
  const std::map<int, std::string>& last() const { return last_; }

 private:
  const int first_;
  const Update update_;
  const Look is_right_;
  std::atomic<bool> ends_ = false;
  std::atomic<int> done_ = 0;
  std::atomic<int> wrong_ = 0;
  std::map<int, std::string> last_;  // The value of each order.
};

// Programs of both kinds write through all steps. After each answer both names have the value that
// was written, and none is lost.
TEST_F(Migrations, KeepBothNamesEqualBesideWriters) {
  constexpr int kWrites = 20;
  put_old_orders(4);
  apply(source(renamed()));
  const auto look = [this](const std::string& id, const Value& value) {
    const auto seen = *get(id);
    return note_of(seen, "note") == value && note_of(seen, "remark") == value;
  };
  Program old_program(
      0, [this](const auto& id, const auto& v) { return update(id, "SET note = :v", v); }, look);
  Program new_program(
      1, [this](const auto& id, const auto& v) { return update(id, "SET remark = :v", v); }, look);
  std::thread first([&] { old_program.run(); });
  std::thread second([&] { new_program.run(); });
  for (const MigrationStep step : {MigrationStep::Backfill, MigrationStep::Verify,
                                   MigrationStep::Switch, MigrationStep::Quiet}) {
    advance_to(step);
    old_program.await_more(kWrites);
    new_program.await_more(kWrites);
  }
  old_program.end();
  new_program.end();
  first.join();
  second.join();
  EXPECT_EQ(old_program.wrong(), 0);
  EXPECT_EQ(new_program.wrong(), 0);
  for (const Program* program : {&old_program, &new_program}) {
    for (const auto& [item, value] : program->last()) {
      const auto found = *stored(std::to_string(item));
      EXPECT_EQ(note_of(found, "note"), Value(value));
      EXPECT_EQ(note_of(found, "remark"), Value(value));
    }
  }
}

}  // namespace
}  // namespace partita::registry
