#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "partita/base/mutex.h"
#include "unit/modelled/serving/claim_jobs.h"

// 64 workers that die, sleep for longer than their lease, give back and repeat themselves: nobody
// has an item that another one has, none is lost, and each is completed once, by its last token.

namespace partita::serving {
namespace {

constexpr int kWorkers = 64;
constexpr int kItems = 200;
constexpr std::int64_t kLeaseMs = 300000;

// That a worker got an item, and what it knows to have become of that.
struct Grant {
  std::string token;
  std::int64_t begins = 0;
  std::int64_t until = 0;  // As the last answer said.
  bool is_given_back = false;
  bool is_completed = false;
};
using Grants = std::map<std::string, std::vector<Grant>>;  // By the item's id.

using Problems = std::vector<std::string>;

// Of two grants of one item, the second of which did not begin before the first.
void compare(const std::string& id, const Grant& one, const Grant& other, Problems& problems) {
  const bool is_tie = one.begins == other.begins && other.is_given_back;
  if (one.is_given_back || is_tie) return;
  if (other.begins < one.until) problems.push_back(id + " had two workers");
  if (one.is_completed) problems.push_back(id + " was completed by an old token");
}

// What must not have happened, in words.
Problems problems_of(const Grants& grants) {
  Problems problems;
  for (const auto& [id, of_item] : grants) {
    const auto completions = std::ranges::count_if(of_item, &Grant::is_completed);
    if (completions > 1) problems.push_back(id + " was completed twice");
    for (std::size_t i = 0; i < of_item.size() * of_item.size(); ++i) {
      const Grant& one = of_item[i / of_item.size()];
      const Grant& other = of_item[i % of_item.size()];
      if (&one != &other && one.begins <= other.begins) compare(id, one, other, problems);
    }
  }
  return problems;
}

TEST(ClaimProblems, AreSeen) {
  const Grant first{.token = "a", .begins = 0, .until = 10};
  Grant second{.token = "b", .begins = 5, .until = 15};
  EXPECT_EQ(problems_of({{"1", {first, second}}}).size(), 1U);
  second.begins = 10;
  EXPECT_TRUE(problems_of({{"1", {first, second}}}).empty());
  Grant late = first;
  late.is_completed = true;
  EXPECT_EQ(problems_of({{"1", {late, second}}}).size(), 1U);
  second.is_completed = true;
  EXPECT_EQ(problems_of({{"1", {late, second}}}).size(), 2U);
  EXPECT_TRUE(problems_of({{"1", {first, second}}}).empty());
}

class ClaimRace : public JobFixture {
 protected:
  struct Held {
    Item job;
    std::size_t grant = 0;
  };

  void add_jobs() {
    for (int i = 0; i < kItems; ++i) add_job("job" + std::to_string(i), i);
  }

  // Until all items have come to their end.
  void run() {
    std::vector<std::thread> workers;
    for (int i = 0; i < kWorkers; ++i) {
      workers.emplace_back([this, i] { work(static_cast<std::uint64_t>(i) + 1); });
    }
    for (int minutes = 0; open_jobs() > 0 && minutes < 2000; ++minutes) {
      clock_.advance(std::chrono::minutes(1));
      EXPECT_TRUE(database_->do_timed_work().ok());
    }
    is_over_ = true;
    for (std::thread& worker : workers) worker.join();
    EXPECT_EQ(open_jobs(), 0);
  }

  int open_jobs() {
    int open = 0;
    for (int i = 0; i < kItems; ++i) {
      const std::string state = text_in(job("job" + std::to_string(i)), "state");
      open += state == "waiting" || state == "busy" ? 1 : 0;
    }
    return open;
  }

  void work(std::uint64_t seed) {
    SeededRandom random(seed);
    std::vector<Held> asleep;
    while (!is_over_) {
      const auto answer = claim({{"worker", "w" + std::to_string(seed)}});
      if (!answer.ok()) {
        ADD_FAILURE() << answer.error().to_string();
        return;
      }
      if (!answer->rows.empty()) live(random, note(item_of(answer)), asleep);
      // Those that were asleep do not know that they have lost their items.
      if (!asleep.empty() && random.below(3) == 0) {
        finish(asleep.back());
        asleep.pop_back();
      }
    }
  }

  void live(Random& random, const Held& held, std::vector<Held>& asleep) {
    switch (random.below(8)) {
      case 0:
        return;  // Killed.
      case 1:
        asleep.push_back(held);
        return;
      case 2:
        if (with_token("release", held.job).ok()) mark(held, &Grant::is_given_back);
        return;
      case 3:
        beat(held);
        break;
      default:
        break;
    }
    finish(held);
  }

  static std::int64_t end_of(const Item& job) {
    return std::stoll(job.find("until")->number().to_string());
  }
  Held note(const Item& job) {
    const auto until = end_of(job);
    const MutexLock lock(mutex_);
    auto& of_item = grants_[text_in(job, "id")];
    of_item.push_back({.token = text_in(job, "token"), .begins = until - kLeaseMs, .until = until});
    return {job, of_item.size() - 1};
  }
  void beat(const Held& held) {
    const auto answer = with_token("heartbeat", held.job);
    if (!answer.ok()) return;
    const MutexLock lock(mutex_);
    Grant& grant = grants_[text_in(held.job, "id")].at(held.grant);
    grant.until = end_of(item_of(answer));
  }
  void finish(const Held& held) {
    const auto answer = with_token("complete", held.job, {{"result", text_in(held.job, "token")}});
    if (answer.ok()) return mark(held, &Grant::is_completed);
    EXPECT_EQ(model_error(answer).code, "M207") << message_of(answer);
    ++late_completions_;
  }
  void mark(const Held& held, bool Grant::*what) {
    const MutexLock lock(mutex_);
    grants_[text_in(held.job, "id")].at(held.grant).*what = true;
  }

  std::atomic<bool> is_over_ = false;
  std::atomic<int> late_completions_ = 0;
  Mutex mutex_;
  Grants grants_;
};

TEST_F(ClaimRace, NoItemIsLostOrDoneTwice) {
  add_jobs();
  // Of a worker that is asleep until all is over, so that at least one completion is late.
  const Held lost = note(item_of(claim({{"worker", "w0"}})));
  run();
  finish(lost);
  EXPECT_EQ(problems_of(grants_), Problems());
  EXPECT_GT(late_completions_, 0);
  for (int i = 0; i < kItems; ++i) {
    const std::string id = "job" + std::to_string(i);
    const Item item = job(id);
    const auto completed = std::ranges::find_if(grants_[id], &Grant::is_completed);
    const bool is_done = completed != grants_[id].end();
    EXPECT_EQ(text_in(item, "state"), is_done ? "done" : "failed") << id;
    EXPECT_EQ(text_in(item, "result"), is_done ? completed->token : "lost") << id;
  }
}

// Nobody hands the items out here: all go for the same ones.
TEST_F(ClaimRace, AnItemThatAllWorkersGoForHasOneWinner) {
  for (int round = 0; round < 20; ++round) {
    const std::string id = "job" + std::to_string(round);
    add_job(id);
    std::atomic<int> winners = 0;
    std::vector<std::thread> workers;
    for (int i = 0; i < kWorkers; ++i) {
      workers.emplace_back([&, i] {
        const auto answer =
            write("next_job_take", {{"id", id}}, {{"token", "t" + std::to_string(i)}});
        winners += answer.ok() ? 1 : 0;
        if (!answer.ok()) {
          EXPECT_EQ(model_error(answer).code, "M207") << message_of(answer);
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
    EXPECT_EQ(winners, 1);
  }
}

// Where rules are only observed nobody looks at tokens: then what must not happen does.
TEST_F(ClaimRace, WithoutTheRulesAnOldTokenCompletes) {
  std::string observed = kJobs;
  constexpr std::string_view kEnforced = "enforcement: enforce";
  observed.replace(observed.find(kEnforced), kEnforced.size(), "enforcement: observe");
  serve(observed);
  put("jobs", {{"id", "a"}, {"queue", "main"}, {"state", "waiting"}, {"made", 1}});
  const Item first = claimed();
  put("jobs", {{"id", "a"}, {"queue", "main"}, {"state", "waiting"}, {"made", 1}});
  const Item second = claimed();
  ASSERT_EQ(text_in(second, "id"), "a");
  const bool both = with_token("complete", second).ok() && with_token("complete", first).ok();
  Grants grants;
  grants["a"] = {{.token = "1", .is_completed = both},
                 {.token = "2", .begins = 1, .is_completed = both}};
  EXPECT_FALSE(problems_of(grants).empty());
}

}  // namespace
}  // namespace partita::serving
