// What goes on behind models: rollups that are built and materialised, claims of older items, steps
// of lifecycles that time alone asks for; and what becomes of all that with tables and models.
#include "modelled/registry/upkeep.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/get_item.h"
#include "modelled/building/position.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/due_steps.h"
#include "modelled/rollups/rollup_check.h"
#include "modelled/rollups/rollup_reader.h"
#include "store/keys/key_space.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

constexpr std::string_view kJobs = R"(
format: 1
model: jobs
version: 1
tables:
  jobs: {name: jobs, key: {partition: pk}, billing: {mode: on_demand}}
entities:
  Job:
    match: {kind: job}
    key: {pk: 'JOB#{id}'}
    attributes:
      id: {type: string}
      kind: {type: const, value: job}
      worker: {type: string}
      status: {type: enum, values: [open, running, lost], default: open}
      began: {type: timestamp, encode: epoch_s}
      ends: {type: timestamp, encode: epoch_s}
      cost: {type: int, min: 0}
    lifecycle:
      attribute: status
      initial: [open, running]
      transitions:
        - {from: open, to: running}
        - {from: running, to: open}
        - {from: open, to: lost, when: ends < now, by: server}
      leases:
        - {state: running, from: began, timeout: 1h, then: {to: open}}
        - {state: open, from: began, timeout: 1h, then: count}
  Totals:
    match: {kind: totals}
    key: {pk: 'TOTALS#{worker}'}
    materialized_from: totals
    attributes:
      kind: {type: const, value: totals}
      worker: {type: string}
      n: {type: int}
      cost: {type: int}
      madeAt: {type: timestamp, encode: epoch_ms, auto: create}
rollups:
  totals:
    of: Job
    group_by: [worker]
    measures: {n: count, cost: sum(cost)}
)";

class ModelUpkeep : public ModelsFixture {
 protected:
  static Item job(int id, const std::string& worker, int cost) {
    const auto name = std::to_string(id);
    return {
        {"pk", "JOB#" + name}, {"id", name}, {"kind", "job"}, {"worker", worker}, {"cost", cost}};
  }
  std::optional<Item> get(const std::string& pk) {
    api::GetItemRequest request;
    request.table_name = "jobs";
    request.key = EncodedItem(Item{{"pk", pk}});
    const auto answer = sync_wait(operations::get_item(context(), request)).value();
    if (!answer.item) return std::nullopt;
    return answer.item->view().to_item();
  }
  void erase(const std::string& pk) {
    api::DeleteItemRequest request;
    request.table_name = "jobs";
    request.key = EncodedItem(Item{{"pk", pk}});
    ASSERT_TRUE(sync_wait(operations::delete_item(context(), request)).ok());
  }
  void catch_up() {
    const auto done = sync_wait(models_->catch_up());
    ASSERT_TRUE(done.ok()) << done.error().to_string();
  }
  void create_plain_table() {
    api::CreateTableRequest request;
    request.table_name = "jobs";
    request.billing_mode = api::BillingMode::PayPerRequest;
    request.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
    request.key_schema = {{"pk", api::KeyType::Hash}};
    ASSERT_TRUE(sync_wait(operations::create_table(context(), request)).ok());
  }

  std::shared_ptr<const enforcement::ModelRules> rules() {
    return std::static_pointer_cast<const enforcement::ModelRules>(table("jobs")->extension);
  }
  // What a recount of the items finds wrong.
  std::string differences() {
    const auto held = rules();
    const auto moment = context().engine.snapshot();
    const auto now = std::chrono::floor<model::Duration>(context().clock.wall_now());
    std::string all;
    for (const auto& plan : held->rollups()->plans()) {
      const auto position =
          sync_wait(building::read_position(*moment, rollups::plan_rows(plan.ref()).position_key))
              .value();
      if (!position.is_complete) all += "not built\n";
      const auto found =
          sync_wait(rollups::find_differences(*moment, *held->rollups(), plan, now)).value();
      for (const std::string& sentence : found) all += sentence + "\n";
    }
    return all;
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
};

TEST_F(ModelUpkeep, CountsTheItemsThatWereThereBeforeTheModel) {
  create_plain_table();
  for (int i = 0; i < 2500; ++i) ASSERT_EQ(put("jobs", job(i, "w" + std::to_string(i % 3), 1)), "");
  apply(source(std::string(kJobs)), {.enforces = true});
  catch_up();
  EXPECT_EQ(differences(), "");
  EXPECT_EQ(*get("TOTALS#w0")->find("n"), Value(834));
}

TEST_F(ModelUpkeep, CountsThemBesideWriters) {
  create_plain_table();
  for (int i = 0; i < 1500; ++i) ASSERT_EQ(put("jobs", job(i, "w", 1)), "");
  std::atomic<bool> is_over{false};
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      SeededRandom random(static_cast<std::uint64_t>(writer));
      while (!is_over) {
        const int id = static_cast<int>(random.below(500)) * 3 + writer;
        EXPECT_EQ(put("jobs", job(id, random.below(2) == 0 ? "w" : "v", 2)), "");
      }
    });
  }
  apply(source(std::string(kJobs)), {.enforces = true});
  catch_up();
  is_over = true;
  for (std::thread& writer : writers) writer.join();
  catch_up();
  EXPECT_EQ(differences(), "");
  EXPECT_EQ(*get("TOTALS#w")->find("n")->number().plus(get("TOTALS#v")->find("n")->number()),
            Number(1500));
}

TEST_F(ModelUpkeep, GoesOnAfterARestart) {
  create_plain_table();
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(put("jobs", job(i, "w", 1)), "");
  apply(source(std::string(kJobs)), {.enforces = true});
  for (int i = 0; i < 3; ++i) {
    restart();
    ASSERT_EQ(put("jobs", job(5000 + i, "w", 1)), "");
  }
  catch_up();
  EXPECT_EQ(differences(), "");
  EXPECT_EQ(*get("TOTALS#w")->find("n"), Value(3003));
}

TEST_F(ModelUpkeep, KeepsItemsAsTheirRollupIsWithoutBeingAsked) {
  apply(source(std::string(kJobs)));
  ASSERT_EQ(put("jobs", job(1, "w", 4)), "");
  const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
  while (!get("TOTALS#w") && Clock::system().monotonic_now() < deadline) std::this_thread::yield();
  ASSERT_TRUE(get("TOTALS#w"));
  EXPECT_EQ(*get("TOTALS#w")->find("cost"), Value(4));
  EXPECT_NE(get("TOTALS#w")->find("madeAt"), nullptr);
}

TEST_F(ModelUpkeep, TakesTheItemOfAnEmptyGroupAway) {
  apply(source(std::string(kJobs)));
  ASSERT_EQ(put("jobs", job(1, "w", 4)), "");
  catch_up();
  ASSERT_TRUE(get("TOTALS#w"));
  erase("JOB#1");
  catch_up();
  EXPECT_FALSE(get("TOTALS#w"));
}

TEST_F(ModelUpkeep, LetsNobodyElseWriteTheItemsOfARollup) {
  apply(source(std::string(kJobs)));
  const Item item{{"pk", "TOTALS#w"}, {"kind", "totals"}, {"worker", "w"}, {"n", 9}};
  EXPECT_NE(put("jobs", item).find("[M110]"), std::string::npos);
}

TEST_F(ModelUpkeep, WritesNoItemsIntoATableThatIsOnlyObserved) {
  apply(source(with(kJobs, "key: {partition: pk}", "key: {partition: pk}, enforcement: observe")));
  ASSERT_EQ(put("jobs", job(1, "w", 4)), "");
  catch_up();
  EXPECT_EQ(differences(), "");
  EXPECT_FALSE(get("TOTALS#w"));
  apply(source(with(kJobs, "version: 1", "version: 2")));
  catch_up();
  EXPECT_TRUE(get("TOTALS#w"));
}

TEST_F(ModelUpkeep, MakesTheStepsThatTimeAsksFor) {
  apply(source(std::string(kJobs)));
  const auto now = std::chrono::floor<std::chrono::seconds>(Clock::system().wall_now());
  const auto seconds = now.time_since_epoch().count();
  Item stuck = job(1, "w", 1);
  stuck.set("status", "running");
  stuck.set("began", seconds - 7200);
  Item busy = job(2, "w", 1);
  busy.set("status", "running");
  busy.set("began", seconds - 60);
  Item over = job(3, "w", 1);
  over.set("ends", seconds - 10);
  for (const Item& item : {stuck, busy, over}) ASSERT_EQ(put("jobs", item), "");
  catch_up();
  EXPECT_EQ(*get("JOB#1")->find("status"), Value("open"));
  EXPECT_EQ(*get("JOB#2")->find("status"), Value("running"));
  EXPECT_EQ(*get("JOB#3")->find("status"), Value("lost"));
  // What is open since long is only counted.
  catch_up();
  ASSERT_EQ(models_->overdue().size(), 1U);
  const OverdueItems counted = models_->overdue().front();
  EXPECT_EQ(counted.table, "jobs");
  EXPECT_EQ(counted.entity, "Job");
  EXPECT_EQ(counted.state, "open");
  EXPECT_EQ(counted.timeout, std::chrono::hours(1));
  EXPECT_EQ(counted.items, 1U);
  EXPECT_EQ(counted.oldest, now - std::chrono::hours(2));
  EXPECT_GE(counted.walked_at, now);
}

TEST_F(ModelUpkeep, CountsWhatALeaseReportsUntilItIsNotSoAnyMore) {
  const auto reported = with(kJobs, "timeout: 1h, then: {to: open}", "timeout: 1h, then: report");
  apply(source(with(reported, "timeout: 1h, then: count", "timeout: 2h, then: count")));
  catch_up();
  const auto counts = [&] {
    std::vector<std::pair<std::string, std::uint64_t>> all;
    for (const auto& each : models_->overdue()) all.emplace_back(each.state, each.items);
    return all;
  };
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
  EXPECT_EQ(counts(), (Counts{{"running", 0}, {"open", 0}}));
  EXPECT_EQ(models_->overdue().front().oldest, std::nullopt);
  const auto now = std::chrono::floor<std::chrono::seconds>(Clock::system().wall_now());
  for (int id = 1; id <= 3; ++id) {
    Item stuck = job(id, "w", 1);
    stuck.set("status", "running");
    stuck.set("began", now.time_since_epoch().count() - 3600 * id - 60);
    ASSERT_EQ(put("jobs", stuck), "");
  }
  catch_up();
  EXPECT_EQ(counts(), (Counts{{"running", 3}, {"open", 0}}));
  EXPECT_EQ(models_->overdue().front().oldest,
            now - std::chrono::hours(3) - std::chrono::minutes(1));
  EXPECT_EQ(*get("JOB#1")->find("status"), Value("running")) << "nothing is moved";
  for (int id = 1; id <= 3; ++id) erase("JOB#" + std::to_string(id));
  catch_up();
  EXPECT_EQ(counts(), (Counts{{"running", 0}, {"open", 0}}));
}

TEST_F(ModelUpkeep, TellsThePersonWhoRunsTheServerOnceOfWhatALeaseReports) {
  const auto reported = with(kJobs, "timeout: 1h, then: {to: open}", "timeout: 1h, then: report");
  apply(source(reported));
  const auto now = std::chrono::floor<std::chrono::seconds>(Clock::system().wall_now());
  Item stuck = job(1, "w", 1);
  stuck.set("status", "running");
  stuck.set("began", now.time_since_epoch().count() - 7200);
  ASSERT_EQ(put("jobs", stuck), "");
  DueSteps steps(context(), table("jobs"));
  ASSERT_TRUE(sync_wait(steps.work_all()).ok());
  const auto news = steps.take_news();
  ASSERT_EQ(news.size(), 1U);
  EXPECT_TRUE(
      news.front().starts_with("model jobs: Job in running for more than 1h: 1, the first "
                               "since 20"))
      << news.front();
  ASSERT_TRUE(sync_wait(steps.work_all()).ok());
  EXPECT_EQ(steps.take_news(), std::vector<std::string>{});
}

TEST_F(ModelUpkeep, WalksOnlyOverTablesWhereTimeAsksForSomething) {
  const std::string text = R"(
format: 1
model: plain
version: 1
tables:
  plain: {name: plain, key: {partition: id}, billing: {mode: on_demand}}
entities:
  Thing: {match: all, key: {id: '{id}'}, attributes: {id: {type: string}}}
)";
  apply(source(text));
  apply(source(std::string(kJobs)));
  catch_up();
  for (const auto& each : models_->overdue()) EXPECT_EQ(each.table, "jobs");
  EXPECT_FALSE(enforcement::model_rules_of(*table("plain"))->rules().has_due_steps());
}

TEST_F(ModelUpkeep, CountsAnewIfARollupIsDefinedOtherwise) {
  apply(source(std::string(kJobs)));
  for (int i = 0; i < 20; ++i) ASSERT_EQ(put("jobs", job(i, "w", 3)), "");
  catch_up();
  const auto changed = with(kJobs, "cost: sum(cost)}", "cost: max(cost)}");
  apply(source(with(changed, "version: 1", "version: 2")));
  catch_up();
  EXPECT_EQ(differences(), "");
  EXPECT_EQ(*get("TOTALS#w")->find("cost"), Value(3));
  // The rows of the former one are gone: with it, all are as they would be from the beginning.
  const auto rows = rows_in(keys::Space::Rollups);
  apply(source(
      with(with(kJobs, "cost: sum(cost)}", "cost: sum(cost)}"), "version: 1", "version: 3")));
  apply(source(with(changed, "version: 1", "version: 4")));
  catch_up();
  EXPECT_EQ(rows_in(keys::Space::Rollups), rows);
  EXPECT_EQ(differences(), "");
}

// While nobody keeps a rollup its rows grow stale, so they must not be found again.
TEST_F(ModelUpkeep, CountsAnewWhatWasSwitchedOffMeanwhile) {
  apply(source(std::string(kJobs)));
  ASSERT_EQ(put("jobs", job(1, "w", 3)), "");
  catch_up();
  const auto off = with(kJobs, "key: {partition: pk}", "key: {partition: pk}, enforcement: off");
  apply(source(with(off, "version: 1", "version: 2")));
  EXPECT_EQ(rows_in(keys::Space::Rollups), 0U);
  ASSERT_EQ(put("jobs", job(2, "w", 4)), "");
  apply(source(with(kJobs, "version: 1", "version: 3")));
  catch_up();
  EXPECT_EQ(differences(), "");
  EXPECT_EQ(*get("TOTALS#w")->find("cost"), Value(7));
}

TEST_F(ModelUpkeep, LeavesNothingOfATableThatIsDeleted) {
  apply(source(std::string(kJobs)));
  ASSERT_EQ(put("jobs", job(1, "w", 3)), "");
  catch_up();
  ASSERT_GT(rows_in(keys::Space::Rollups), 0U);
  api::DeleteTableRequest request;
  request.table_name = "jobs";
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), request)).ok());
  // A step that was under way may have left something; the next start does not.
  restart();
  EXPECT_EQ(rows_in(keys::Space::Rollups), 0U);
  EXPECT_EQ(rows_in(keys::Space::UniqueValues), 0U);
}

TEST_F(ModelUpkeep, RulesATableThatIsMadeAgainFromItsFirstWriteOn) {
  apply(source(std::string(kJobs)));
  api::DeleteTableRequest request;
  request.table_name = "jobs";
  ASSERT_TRUE(sync_wait(operations::delete_table(context(), request)).ok());
  ASSERT_FALSE(table("jobs"));
  create_plain_table();
  EXPECT_NE(put("jobs", job(1, "w", -1)).find("[M101]"), std::string::npos);
  ASSERT_EQ(put("jobs", job(1, "w", 1)), "");
  catch_up();
  EXPECT_EQ(differences(), "");
}

TEST_F(ModelUpkeep, ListsValuesThatSeveralItemsHaveAndHoldsTheConstraintOnceTheyAreGone) {
  create_plain_table();
  ASSERT_EQ(put("jobs", job(1, "ann", 1)), "");
  ASSERT_EQ(put("jobs", job(2, "ann", 1)), "");
  ASSERT_EQ(put("jobs", job(3, "bob", 1)), "");
  const auto unique = with(kJobs, "    lifecycle:", "    unique: [{on: [worker]}]\n    lifecycle:");
  const auto wanted = source(unique);
  const ApplyPlan planned = plan(wanted);
  ASSERT_EQ(planned.impacts.size(), 1U);
  ASSERT_EQ(planned.impacts[0].duplicates.size(), 1U);
  EXPECT_EQ(planned.impacts[0].duplicates[0].subject, "Job.worker");
  EXPECT_EQ(planned.impacts[0].duplicates[0].items, 1U);
  EXPECT_TRUE(planned.observed.empty());
  apply(wanted);
  EXPECT_EQ(put("jobs", job(4, "bob", 1)), "");
  erase("JOB#2");
  erase("JOB#4");
  apply(wanted);
  EXPECT_NE(put("jobs", job(4, "bob", 1)).find("[M204]"), std::string::npos);
  EXPECT_NE(put("jobs", job(4, "ann", 1)).find("[M204]"), std::string::npos);
}

TEST_F(ModelUpkeep, RefusesARollupThatCannotBeKeptBeforeAnythingIsDone) {
  const auto text = with(kJobs, "cost: sum(cost)}", "cost: p95(cost)}");
  const ApplyPlan planned = plan(source(text));
  ASSERT_EQ(planned.obstacles.size(), 1U);
  EXPECT_NE(planned.obstacles[0].find("percentiles are not kept"), std::string::npos);
  EXPECT_FALSE(sync_wait(models_->apply(source(text))).ok());
  EXPECT_FALSE(table("jobs"));
}

}  // namespace
}  // namespace partita::registry
