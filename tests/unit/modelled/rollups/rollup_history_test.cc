#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "engine/rocksdb/rocksdb_engine.h"
#include "model/formula/decimal.h"
#include "partita/base/random.h"
#include "rollup_store.h"
#include "support/temporary_directory.h"

// Random histories against a plain model: a map of jobs, counted anew for every question.

namespace partita::rollups {
namespace {

struct Job {
  std::string status;
  model::Instant at;
  std::int64_t cents = 0;
};

struct Plain {
  std::map<std::string, Job> jobs;
  std::vector<Job> expired;

  // n, done, cost, mean, least, most of one status since `from` and before `until`.
  std::vector<std::optional<Number>> count(std::string_view status, model::Instant from,
                                           model::Instant until) const {
    std::int64_t n = 0;
    std::int64_t sum = 0;
    Extremes extremes;
    const auto add = [&](const Job& job) {
      if (job.status != status || job.at < from || job.at >= until) return;
      ++n;
      sum += job.cents;
      extremes.add(cents(job.cents));
    };
    for (const auto& [id, job] : jobs) add(job);
    for (const Job& job : expired) add(job);
    if (n == 0) return {};
    return {Number(n),      Number(status == "done" ? n : 0),
            cents(sum),     model::divide(cents(sum), n),
            extremes.least, extremes.greatest};
  }
  static Number cents(std::int64_t value) {
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
    return Number::from_parts(value < 0, magnitude, -2).value();
  }
};

class History {
 public:
  History(RollupStore& store, std::uint64_t seed) : store_(store), random_(seed) {}

  void step() {
    const std::string id = std::to_string(random_.below(40));
    const auto kind = random_.below(10);
    if (kind < 7) {
      constexpr std::string_view kStatuses[] = {"open", "done", "failed"};
      const Job job{.status = std::string(kStatuses[random_.below(3)]),
                    .at = store_.now - std::chrono::seconds(random_.below(2 * 86'400)),
                    .cents = static_cast<std::int64_t>(random_.below(2000)) - 1000};
      store_.put(id, job.status, job.at, Plain::cents(job.cents));
      plain_.jobs[id] = job;
    } else if (kind < 9) {
      const bool expires = kind == 8;
      store_.write(id, std::nullopt, expires ? ChangeReason::Expired : ChangeReason::Write);
      const auto found = plain_.jobs.find(id);
      if (found == plain_.jobs.end()) return;
      if (expires) plain_.expired.push_back(found->second);
      plain_.jobs.erase(found);
    } else {
      store_.now += std::chrono::seconds(random_.below(4000));
    }
  }

  void check() {
    check_against(store_.answer("by_status"), {}, model::Instant::max());
    for (const auto hours : {1, 24, 24 * 90}) {
      const auto answer = store_.window("by_status", std::chrono::hours(hours));
      check_against(answer, *answer.from, *answer.until);
    }
    ASSERT_EQ(store_.differences(), "");
  }

 private:
  void check_against(const RollupAnswer& answer, model::Instant from, model::Instant until) {
    for (const std::string_view status : {"open", "done", "failed"}) {
      std::vector<std::optional<Number>> found;
      for (const RollupRow& row : answer.rows) {
        if (row.group.front() == Value(status)) {
          found.assign(row.measures.begin(), row.measures.begin() + 6);
        }
      }
      ASSERT_EQ(found, plain_.count(status, from, until)) << status;
    }
  }

  RollupStore& store_;
  SeededRandom random_;
  Plain plain_;
};

TEST(RollupHistory, IsWhatAPlainCountGivesInMemory) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    RollupStore store;
    store.build();
    History history(store, seed);
    for (int i = 0; i < 400 && !::testing::Test::HasFailure(); ++i) {
      history.step();
      if (i % 20 == 0) history.check();
    }
  }
}

TEST(RollupHistory, IsWhatAPlainCountGivesInFilesThatAreOpenedAgain) {
  constexpr std::uint64_t kSeed = 77;
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  const partita::testing::TemporaryDirectory directory(partita::testing::memory_directory());
  const auto open = [&] {
    return engine::open_rocksdb_engine({.directory = directory.path() / "store"}, &rollup_kind)
        .value();
  };
  RollupStore store(open());
  store.build();
  History history(store, kSeed);
  for (int i = 1; i <= 300 && !::testing::Test::HasFailure(); ++i) {
    history.step();
    if (i % 50 != 0) continue;
    history.check();
    store.close().reset();
    store.open(open());
    history.check();
  }
}

TEST(RollupHistory, CountsEveryItemOfManyWritersOnce) {
  constexpr int kWriters = 4;
  RollupStore store;
  store.build();
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      SeededRandom random(static_cast<std::uint64_t>(writer) + 1);
      for (int i = 0; i < 150; ++i) {
        const std::string id = std::to_string(random.below(20));
        const bool is_put = random.below(4) != 0;
        const auto item = job(id, random.below(2) == 0 ? "open" : "done", store.now,
                              static_cast<std::int64_t>(random.below(100)));
        EXPECT_TRUE(store.try_write(id, is_put ? std::optional(item) : std::nullopt).ok());
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(store.differences(), "");
}

}  // namespace
}  // namespace partita::rollups
