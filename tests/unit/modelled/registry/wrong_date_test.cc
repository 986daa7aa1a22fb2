// A date that somebody sets wrong, while a database is open or before it is opened: nothing that
// cannot be undone may happen because of it. And a date that is right: everything must.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/transact_write_items.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/rollups/rollup_check.h"
#include "store/keys/key_space.h"
#include "support/temporary_directory.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;

constexpr std::string_view kRuns = R"(
format: 1
model: runs
version: 1
tables:
  runs:
    name: runs
    key: {partition: id}
    billing: {mode: on_demand}
    ttl: {attribute: gone}
    streams: {view: new_image}
entities:
  Run:
    match: all
    key: {id: '{id}'}
    attributes:
      id: {type: string}
      status: {type: enum, values: [running, lost], default: running}
      began: {type: timestamp, encode: epoch_s}
      gone: {type: timestamp, encode: epoch_s}
    lifecycle:
      attribute: status
      initial: [running]
      final: [lost]
      transitions: [{from: running, to: lost}]
      leases: [{state: running, from: began, timeout: 1h, then: {to: lost}}]
rollups:
  by_status:
    of: Run
    group_by: [status]
    time: began
    windows: [24h]
    measures: {n: count}
)";

class WrongDate : public ::testing::Test {
 protected:
  WrongDate() {
    clock_.advance(hours(24 * 365 * 56));
    open();
    const ModelSource source{.file_name = "runs.yaml", .text = std::string(kRuns), .params = {}};
    EXPECT_TRUE(sync_wait(database_->models().apply(source, {.enforces = true})).ok());
    put_run("a");
    transact_once();
  }

  void open(bool accepts_date = false) {
    database_.reset();
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    store.durability = database::Durability::Relaxed;
    database::DatabaseOptions options;
    options.clock = &clock_;
    options.timed_work = database::TimedWork::ByHand;
    options.calendar.accepts_date = accepts_date;
    database_ = database::Database::open(store, options).value();
  }
  operations::Context& context() { return database_->context(); }

  // A run that began now; it is lost in an hour, and gone in two days.
  void put_run(const std::string& id) {
    const auto now = std::chrono::floor<seconds>(clock_.wall_now()).time_since_epoch().count();
    api::PutItemRequest request;
    request.table_name = "runs";
    request.item = EncodedItem(Item{{"id", id}, {"began", now}, {"gone", now + 2 * 86'400}});
    const auto answer = sync_wait(operations::put_item(context(), request));
    ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  }
  std::optional<Item> get(const std::string& id) {
    api::GetItemRequest request;
    request.table_name = "runs";
    request.key = EncodedItem(Item{{"id", id}});
    const auto answer = sync_wait(operations::get_item(context(), request)).value();
    return answer.item ? std::optional(answer.item->view().to_item()) : std::nullopt;
  }
  std::string status_of(const std::string& id) {
    const auto item = get(id);
    return item ? item->find("status")->string() : "gone";
  }
  // A request with a token; says how often it has been applied.
  std::string transact_once() {
    if (!context().catalog.find("counters")) create_counters();
    api::TransactWriteItemsRequest request;
    api::Update update;
    update.table_name = "counters";
    update.key = EncodedItem(Item{{"id", "c"}});
    update.update_expression = "ADD n :one";
    update.expression_attribute_values = EncodedItem(Item{{":one", 1}});
    request.transact_items.push_back({.update = update});
    request.client_request_token = "token";
    const auto done = sync_wait(operations::transact_write_items(context(), request));
    EXPECT_TRUE(done.ok()) << done.error().to_string();
    api::GetItemRequest read;
    read.table_name = "counters";
    read.key = EncodedItem(Item{{"id", "c"}});
    const auto answer = sync_wait(operations::get_item(context(), read)).value();
    return answer.item->view().find("n")->number().to_string();
  }
  void create_counters() {
    api::CreateTableRequest request;
    request.table_name = "counters";
    request.billing_mode = api::BillingMode::PayPerRequest;
    request.attribute_definitions = {{"id", api::ScalarAttributeType::S}};
    request.key_schema = {{"id", api::KeyType::Hash}};
    ASSERT_TRUE(sync_wait(operations::create_table(context(), request)).ok());
  }

  // What the server does in that time, in a number of turns.
  void work(seconds time) {
    const seconds turn = std::max(seconds(1), time / 60);
    for (seconds passed{0}; passed < time; passed += turn) {
      clock_.advance(turn);
      work_once();
    }
  }
  void work_once() {
    const auto done = database_->do_timed_work();
    ASSERT_TRUE(done.ok()) << done.error().to_string();
  }

  std::size_t rows_in(keys::Space space) {
    const auto range = keys::space_range(space);
    std::size_t rows = 0;
    const auto count = [&](ByteView, ByteView) {
      ++rows;
      return engine::Visit::Continue;
    };
    sync_wait(context().engine.scan({.begin = range.begin, .end = range.end}, count)).value();
    return rows;
  }
  // What a recount of the windows finds wrong.
  std::string wrong_windows() {
    const auto* rules = enforcement::model_rules_of(*context().catalog.find("runs"));
    const auto moment = context().engine.snapshot();
    const auto now = std::chrono::floor<model::Duration>(clock_.wall_now());
    std::string all;
    for (const auto& plan : rules->rollups()->plans()) {
      const auto found =
          sync_wait(rollups::find_differences(*moment, *rules->rollups(), plan, now)).value();
      for (const std::string& sentence : found) all += sentence + "\n";
    }
    return all;
  }

  // All that a wrong date could have undone is as it was.
  void expect_untouched() {
    EXPECT_EQ(status_of("a"), "running");
    EXPECT_EQ(wrong_windows(), "");
    EXPECT_EQ(transact_once(), "1");
    EXPECT_GE(rows_in(keys::Space::StreamLog), 2U) << "its beginning, and the record of the item";
    EXPECT_EQ(rows_in(keys::Space::RequestTokens), 1U);
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
  ManualClock clock_;
  std::unique_ptr<database::Database> database_;
};

// What comes behind the step cannot be taken back.
TEST_F(WrongDate, DoesNotEndTheStepOfAMigrationThatWaits) {
  constexpr std::string_view kNotes = R"(
format: 1
model: notes
version: 1
tables: {notes: {name: notes, key: {partition: id}, billing: {mode: on_demand}}}
entities:
  Note:
    match: all
    key: {id: '{id}'}
    attributes:
      id: {type: string}
      text: {type: string}
migrations:
  - {id: m, entity: Note, rename: {from: body, to: text}, quiet: 1h}
)";
  registry::ModelStore& models = database_->models();
  const ModelSource source{.file_name = "notes.yaml", .text = std::string(kNotes), .params = {}};
  ASSERT_TRUE(sync_wait(models.apply(source)).ok());
  const auto advance = [&] {
    ASSERT_TRUE(sync_wait(models.catch_up()).ok());
    const auto moved = sync_wait(models.move_migration("notes", "m", MigrationMove::Advance));
    ASSERT_TRUE(moved.ok()) << moved.error().to_string();
  };
  for (int step = 0; step < 4; ++step) advance();
  const auto refusal = [&] {
    const auto moved = sync_wait(models.move_migration("notes", "m", MigrationMove::Advance));
    return moved.ok() ? std::string() : moved.error().message();
  };
  clock_.jump_wall(hours(24 * 30));
  work(seconds(8));
  EXPECT_EQ(refusal(),
            "migration m cannot go on to contract: the date of this machine is in doubt");
  clock_.jump_wall(-hours(24 * 30));
  work(minutes(20));
  EXPECT_NE(refusal().find("must not be used for another 2"), std::string::npos) << refusal();
  work(hours(1));
  EXPECT_EQ(refusal(), "");
}

TEST_F(WrongDate, ThatIsSetWhileTheDatabaseIsOpenChangesNothing) {
  for (const auto jump : {hours(1), hours(24 * 30), hours(24 * 365 * 10), -hours(24 * 30)}) {
    clock_.jump_wall(jump);
    work(seconds(8));
    EXPECT_EQ(status_of("a"), "running");
    EXPECT_EQ(transact_once(), "1");
    clock_.jump_wall(-jump);
    work(seconds(2));
    expect_untouched();
  }
}

TEST_F(WrongDate, ThatStaysChangesNothingUntilItIsAccepted) {
  clock_.jump_wall(hours(24 * 30));
  work(minutes(20));
  EXPECT_EQ(status_of("a"), "running");
  EXPECT_EQ(transact_once(), "1");
  EXPECT_EQ(rows_in(keys::Space::RequestTokens), 1U);
  database_->calendar().accept();
  work_once();
  EXPECT_EQ(status_of("a"), "gone");
  EXPECT_EQ(rows_in(keys::Space::RequestTokens), 0U);
}

TEST_F(WrongDate, AtTheStartChangesNothing) {
  for (const auto jump : {hours(24 * 400), -hours(24 * 400)}) {
    clock_.jump_wall(jump);
    open();
    work(seconds(8));
    EXPECT_EQ(status_of("a"), "running");
    EXPECT_EQ(transact_once(), "1");
    put_run("b");
    clock_.jump_wall(-jump);
    open();
    work(seconds(2));
    expect_untouched();
  }
}

TEST_F(WrongDate, IsOneOfALongStopUntilSomebodySaysThatItIsRight) {
  clock_.advance(hours(24 * 30));
  open();
  work(minutes(11));
  EXPECT_EQ(status_of("a"), "running");
  open(true);
  work_once();
  EXPECT_EQ(status_of("a"), "gone");
}

TEST_F(WrongDate, IsNoneIfTimeHasReallyPassed) {
  clock_.advance(minutes(61));
  work_once();
  EXPECT_EQ(status_of("a"), "lost");
  EXPECT_EQ(transact_once(), "2") << "the token's ten minutes are over";
  clock_.advance(hours(48));
  work_once();
  EXPECT_EQ(status_of("a"), "gone");
  EXPECT_EQ(wrong_windows(), "");
}

TEST_F(WrongDate, IsNoneAfterAWeekendOff) {
  clock_.advance(hours(70));
  open();
  work_once();
  EXPECT_EQ(status_of("a"), "gone");
}

}  // namespace
}  // namespace partita::registry
