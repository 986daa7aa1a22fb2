// A day of the photo editor's table in production, with the figures of its document: 25 to 100 read
// units and 10 to 50 write units, of which 70 % are to be used.

#include "cli/capacity.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "cli/command_line.h"
#include "cli/model_client.h"
#include "database/database.h"
#include "dynamodb/scaling/capacity_series.h"
#include "modelled/registry/model_store.h"
#include "partita/base/task.h"
#include "support/model_file.h"
#include "unit/cli/parsed.h"
#include "wire/endpoints/dispatcher.h"
#include "wire/rest/capacity.h"

namespace partita::cli {
namespace {

constexpr std::string_view kJobs = "photoeditor-prod-jobs";
constexpr int kMinutesOfADay = 24 * 60;
// In a second, at the busiest moment.
constexpr double kReadPeak = 60;
constexpr double kWritePeak = 30;

class DayOfJobs : public ::testing::Test {
 protected:
  void SetUp() override {
    // From midnight on, so that the day is a UTC day.
    clock_.advance(std::chrono::days(20'000));
    database::DatabaseOptions options{.clock = &clock_};
    options.timed_work = database::TimedWork::ByHand;
    database_ = database::Database::open(database::MemoryStore{}, options).value();
    const auto source = in_production();
    const auto applied = sync_wait(database_->models().apply(source, {}));
    ASSERT_TRUE(applied.ok()) << applied.error().to_string();
    ASSERT_TRUE(database_->do_timed_work().ok());  // As at every start.
  }

  // The status; what was answered is in answer_.
  int send(std::string_view operation, std::string_view body) {
    const auto target = fmt::format("AnyScaleFrontendService.{}", operation);
    protocol::HttpResponse response;
    const auto status = sync_wait(
        endpoints::Dispatcher(*database_).dispatch({.target = target, .body = body}, response));
    answer_ = response.take_body();
    return static_cast<int>(status);
  }
  catalog::TablePointer table() { return database_->context().catalog.find(kJobs); }
  // Requests that have cost so many units, and a minute.
  void use(double read_units, double write_units) {
    database_->context().catalog.usage().add(
        table()->id, keys::IndexId::Base, {.read_units = read_units, .write_units = write_units});
    clock_.advance(std::chrono::minutes(1));
    const Status done = database_->do_timed_work();
    EXPECT_TRUE(done.ok()) << done.error().to_string();
  }

  static registry::ModelSource in_production() {
    return {.file_name = "photoeditor.yaml",
            .text = tree_file("models/photoeditor.yaml"),
            .params = {{"env", "prod"}}};
  }

  // From almost nothing at midnight to the peak at noon, and back.
  static double share(int minute) {
    const double turn = 2 * std::numbers::pi * minute / kMinutesOfADay;
    return (1 - std::cos(turn)) / 2;
  }
  void run_day() {
    for (int minute = 0; minute < kMinutesOfADay; ++minute) {
      use(60 * kReadPeak * share(minute), 60 * kWritePeak * share(minute));
    }
  }
  scaling::CapacitySeries series() {
    const auto now = std::chrono::floor<std::chrono::minutes>(clock_.wall_now());
    const std::int64_t last = now.time_since_epoch().count() - 1;
    const scaling::SeriesOf wanted{std::string(kJobs), "", last - kMinutesOfADay + 1, last};
    return sync_wait(scaling::capacity_series(database_->context().engine, wanted)).value();
  }

  ManualClock clock_;
  std::unique_ptr<database::Database> database_;
  std::string answer_;
};

TEST(CapacityText, DrawsBarsBelowALine) {
  const auto answer = parse_answer(R"({"table": "Orders", "from": "2026-11-16T10:05:00.000Z",
    "reads": {"consumed": [0, 5, 10, 2.5], "provisioned": [10, 10, 10, 20],
              "throttled": [0, 0, 3, 0]},
    "writes": {"consumed": [0, 0, 0, 0], "provisioned": [0, 0, 0, 0],
               "throttled": [0, 0, 0, 0]}})");
  ASSERT_TRUE(answer.ok());
  const auto text = capacity_text(*answer, 72, false);
  ASSERT_TRUE(text.ok()) << text.error().to_string();
  EXPECT_EQ(*text, R"(Orders: consumed █, provisioned ─, units a second

reads: 4.4 units/s on average, 10.0 in the busiest minute; provisioned 10 to 20, now 20; 3 throttled
     20 │   ─
        │    
        │    
        │    
     10 │──█ 
        │  █ 
        │ ██ 
        │ ███

writes: 0.0 units/s on average, 0.0 in the busiest minute; by request
      1 │    
        │    
        │    
        │    
    0.5 │    
        │    
        │    
        │    
        └────
         10:05 now
         4 minutes to now, UTC; a column is the busiest minute of 1

A month like this costs $1.42 on demand, and $1.35 provisioned and scaled to use 70 %
(aws-us-east-1-2026-01): provisioned is cheaper, if the load stays like this.
)");
}

TEST(CapacityText, SaysWhichBillingModeIsCheaper) {
  const auto text_of = [](std::string_view consumed) {
    const auto series = fmt::format(
        R"({{"consumed": [{0}], "provisioned": [0, 0, 0, 0], "throttled": [0, 0, 0, 0]}})",
        consumed);
    const auto answer =
        parse_answer(fmt::format(R"({{"table": "Orders", "reads": {0}, "writes": {0}}})", series));
    return capacity_text(*answer, 72, false).value();
  };
  const auto has = [](const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(text_of("0, 0, 0, 1"), ": on demand is cheaper"));
  EXPECT_TRUE(has(text_of("50, 50, 50, 50"), ": provisioned is cheaper"));
  EXPECT_FALSE(has(text_of("0, 0, 0, 0"), "cheaper"));
}

TEST(CapacityText, RefusesAnAnswerThatIsNone) {
  EXPECT_FALSE(capacity_text(*parse_answer(R"({"table": "Orders"})"), 72, false).ok());
  EXPECT_FALSE(capacity_text(*parse_answer(R"({"reads": {"consumed": [1], "provisioned": [],
      "throttled": [1]}, "writes": {}})"),
                             72, false)
                   .ok());
}

TEST(CapacityOptions, SayWhichTableAndHowFarBack) {
  const auto asked = std::get<CapacityCommand>(parse({"capacity", "Orders", "--index", "byDate"}));
  EXPECT_EQ(asked.table, "Orders");
  EXPECT_EQ(asked.index, "byDate");
  EXPECT_EQ(asked.last, "24h");
  EXPECT_TRUE(std::get<ShowCommand>(parse({"capacity"})).is_mistake);
}

TEST_F(DayOfJobs, IsScaledAsTheModelSays) {
  ASSERT_EQ(send("DescribeScalableTargets", R"({"ServiceNamespace": "dynamodb", "ResourceIds":
      ["table/photoeditor-prod-jobs"]})"),
            200);
  EXPECT_NE(answer_.find(R"("MinCapacity":25,"MaxCapacity":100)"), std::string::npos) << answer_;
  EXPECT_NE(answer_.find(R"("MinCapacity":10,"MaxCapacity":50)"), std::string::npos) << answer_;
  // The table and three indexes, reads and writes.
  ASSERT_EQ(send("DescribeScalingPolicies", R"({"ServiceNamespace": "dynamodb"})"), 200);
  std::size_t policies = 0;
  for (auto at = answer_.find(R"("TargetValue":70)"); at != std::string::npos;
       at = answer_.find(R"("TargetValue":70)", at + 1)) {
    ++policies;
  }
  EXPECT_EQ(policies, 8U) << answer_;
}

TEST_F(DayOfJobs, HasTheCapacityThatItsLoadNeeds) {
  run_day();
  const auto day = series();
  const auto check = [](const scaling::CapacitySeries::Direction& direction, std::int64_t min,
                        std::int64_t max, double peak) {
    ASSERT_EQ(direction.consumed.size(), static_cast<std::size_t>(kMinutesOfADay));
    std::int64_t most = 0;
    for (std::size_t i = 0; i < direction.consumed.size(); ++i) {
      EXPECT_GE(direction.provisioned[i], min) << i;
      EXPECT_LE(direction.provisioned[i], max) << i;
      EXPECT_LE(direction.consumed[i], static_cast<double>(direction.provisioned[i])) << i;
      most = std::max(most, direction.provisioned[i]);
    }
    EXPECT_EQ(most, static_cast<std::int64_t>(std::ceil(peak / 0.7)));
    EXPECT_EQ(direction.provisioned.front(), min);
    EXPECT_EQ(direction.provisioned.back(), min);
  };
  check(day.reads, 25, 100, kReadPeak);
  check(day.writes, 10, 50, kWritePeak);
}

TEST_F(DayOfJobs, IsDrawn) {
  run_day();
  const std::string query = fmt::format("table={}", kJobs);
  const auto document = sync_wait(rest::capacity_document(database_->context(), query));
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  const auto answer = parse_answer(*document);
  ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  const auto text = capacity_text(*answer, 72, false);
  ASSERT_TRUE(text.ok()) << text.error().to_string();
  for (const std::string_view part :
       {"photoeditor-prod-jobs", "60.0 in the busiest minute", "provisioned 25 to 86, now 25",
        "30.0 in the busiest minute", "provisioned 10 to 43, now 10", "█", "─"}) {
    EXPECT_NE(text->find(part), std::string::npos) << part << " in\n" << *text;
  }
}

// Applying the model again does not take back what scaling has set.
TEST_F(DayOfJobs, KeepsItsCapacityWhenTheModelIsAppliedAgain) {
  for (int minute = 0; minute < 3; ++minute) {
    use(0, 60 * kWritePeak);
  }
  const auto writes = [&] {
    return *table()->settings.provisioned_throughput.write_capacity_units;
  };
  ASSERT_EQ(writes(), 43);
  const auto source = in_production();
  const auto plan = sync_wait(database_->models().plan(source, {}));
  ASSERT_TRUE(plan.ok()) << plan.error().to_string();
  EXPECT_TRUE(plan->steps.empty());
  EXPECT_TRUE(plan->unserved.empty());
  ASSERT_TRUE(sync_wait(database_->models().apply(source, {})).ok());
  EXPECT_EQ(writes(), 43);
}

}  // namespace
}  // namespace partita::cli
