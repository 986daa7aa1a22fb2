#include "store/jobs/jobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "store/jobs/leases.h"
#include "support/engines/server_engine.h"

namespace partita::jobs {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Turns = std::vector<std::string>;

// Jobs on the calling thread, with a clock that the test moves.
class JobsByHand : public ::testing::Test {
 protected:
  JobsByHand() { options_.clock = &clock_; }

  Jobs& jobs() {
    if (!jobs_) jobs_ = std::make_unique<Jobs>(options_);
    return *jobs_;
  }
  // A job that notes its turns and answers each of them the same.
  Job job(const std::string& name, Turn turn) {
    return {.name = name, .purpose = "is tested", .work = [this, name, turn] {
              taken_.push_back(name);
              return Task<Result<Turn>>::ready(turn);
            }};
  }
  Job failing(const std::string& name, Error error) {
    return {.name = name, .purpose = "is tested", .work = [this, name, error] {
              taken_.push_back(name);
              return Task<Result<Turn>>::ready(error);
            }};
  }
  Turns take_turns() { return std::exchange(taken_, {}); }
  JobReport report(std::string_view name) {
    for (JobReport& each : jobs().list()) {
      if (each.name == name) return each;
    }
    ADD_FAILURE() << "no job " << name;
    return {};
  }

  ManualClock clock_;
  JobsOptions options_;
  Turns taken_;
  std::vector<std::string> lines_;

 private:
  std::unique_ptr<Jobs> jobs_;
};

TEST_F(JobsByHand, GiveEachJobItsTurnInRotation) {
  jobs().add(job("greedy", Turn::more(1)));
  jobs().add(job("b", Turn::more(1)));
  jobs().add(job("a", Turn::more(1)));
  jobs().run_due();
  jobs().run_due();
  EXPECT_EQ(take_turns(), (Turns{"greedy", "b", "a", "greedy", "b", "a"}));
}

TEST_F(JobsByHand, LetAJobRestAsLongAsItWants) {
  jobs().add(job("a", Turn::idle(seconds(5))));
  EXPECT_EQ(jobs().run_due(), 1U);
  EXPECT_EQ(report("a").next, seconds(5));
  clock_.advance(milliseconds(4999));
  EXPECT_EQ(jobs().run_due(), 0U);
  clock_.advance(milliseconds(1));
  EXPECT_EQ(jobs().run_due(), 1U);
}

TEST_F(JobsByHand, WakeAJobByNameAndJobsByTopic) {
  Job follower = job("a", Turn::idle(seconds(5)));
  follower.topic = "tables";
  jobs().add(follower);
  jobs().add(job("b", Turn::idle(seconds(5))));
  jobs().run_due();
  take_turns();
  jobs().wake("b");
  jobs().wake("nobody");
  jobs().run_due();
  EXPECT_EQ(take_turns(), Turns{"b"});
  jobs().signal("tables");
  jobs().run_due();
  EXPECT_EQ(take_turns(), Turns{"a"});
}

TEST_F(JobsByHand, ForgetAJobThatIsOver) {
  jobs().add(job("a", Turn::over(3)));
  EXPECT_TRUE(jobs().has("a"));
  jobs().run_due();
  EXPECT_FALSE(jobs().has("a"));
  EXPECT_TRUE(jobs().list().empty());
}

TEST_F(JobsByHand, RunTheNextOneOfANameWhenTheFirstIsOver) {
  bool is_over = false;
  jobs().add({.name = "a", .purpose = "", .work = [&] {
                taken_.emplace_back("first");
                return Task<Result<Turn>>::ready(is_over ? Turn::over() : Turn::more(1));
              }});
  jobs().run_due();
  jobs().add({.name = "a", .purpose = "", .work = [&] {
                taken_.emplace_back("second");
                return Task<Result<Turn>>::ready(Turn::over());
              }});
  jobs().run_due();
  is_over = true;
  jobs().run_due();
  jobs().run_due();
  EXPECT_EQ(take_turns(), (Turns{"first", "first", "first", "second"}));
  EXPECT_FALSE(jobs().has("a"));
}

TEST_F(JobsByHand, TryAFailedJobAgainLaterEachTimeAndGoOnWithTheOthers) {
  options_.report = [this](std::string_view line) { lines_.emplace_back(line); };
  jobs().add(failing("bad", Error::unavailable("no disk")));
  jobs().add(job("good", Turn::more(1)));
  std::vector<milliseconds> pauses;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(jobs().run_due(), 2U);
    EXPECT_EQ(jobs().run_due(), 1U) << "the failed one waits";
    const Turns turns = take_turns();
    EXPECT_EQ(std::count(turns.begin(), turns.end(), "bad"), 1);
    const auto bad = report("bad");
    EXPECT_EQ(bad.state, JobState::Failed);
    EXPECT_NE(bad.error.find("no disk"), std::string::npos) << bad.error;
    pauses.push_back(bad.next);
    clock_.advance(bad.next);
  }
  EXPECT_EQ(pauses.front(), milliseconds(200));
  EXPECT_EQ(pauses.back(), milliseconds(30'000));
  ASSERT_EQ(lines_.size(), 1U) << "the same problem is told once";
  EXPECT_EQ(lines_.front().find("job bad has failed and will be tried again: "), 0U);
}

TEST_F(JobsByHand, AreWellAgainAfterAGoodTurn) {
  bool fails = true;
  jobs().add({.name = "a", .purpose = "", .work = [&] {
                return Task<Result<Turn>>::ready(fails ? Result<Turn>(Error::unavailable("no"))
                                                       : Turn::idle(seconds(1)));
              }});
  jobs().run_due();
  fails = false;
  clock_.advance(seconds(1));
  jobs().run_due();
  EXPECT_EQ(report("a").state, JobState::Waiting);
  EXPECT_EQ(report("a").error, "");
  fails = true;
  clock_.advance(seconds(1));
  jobs().run_due();
  EXPECT_EQ(report("a").next, milliseconds(200)) << "the first pause again";
}

TEST_F(JobsByHand, DoNotTellOfConflictsWithWriters) {
  options_.report = [this](std::string_view line) { lines_.emplace_back(line); };
  jobs().add(failing("a", Error(ErrorKind::Conflict, "busy")));
  jobs().run_due();
  EXPECT_EQ(report("a").state, JobState::Failed);
  EXPECT_TRUE(lines_.empty());
}

TEST_F(JobsByHand, TellOnceWhatAJobCouldNotDo) {
  options_.report = [this](std::string_view line) { lines_.emplace_back(line); };
  Turn turn = Turn::more(1);
  turn.complaint = "refused by the model";
  jobs().add(job("a", turn));
  jobs().run_due();
  jobs().run_due();
  EXPECT_EQ(lines_, Turns{"job a goes on, but not all could be done: refused by the model"});
  EXPECT_EQ(report("a").state, JobState::Waiting);
  EXPECT_EQ(report("a").error, "refused by the model");
  Turn last = Turn::over(1);
  last.complaint = "a line was no item";
  jobs().add(job("b", last));
  jobs().run_due();
  EXPECT_EQ(lines_.back(), "job b is over, but not all could be done: a line was no item");
}

TEST_F(JobsByHand, PauseAndResumeAJob) {
  jobs().add(job("a", Turn::more(1)));
  ASSERT_TRUE(sync_wait(jobs().pause("a")).ok());
  EXPECT_EQ(jobs().run_due(), 0U);
  EXPECT_EQ(report("a").state, JobState::Paused);
  ASSERT_TRUE(sync_wait(jobs().resume("a")).ok());
  EXPECT_EQ(jobs().run_due(), 1U);
  EXPECT_EQ(sync_wait(jobs().pause("b")).error().kind(), ErrorKind::NotFound);
}

TEST_F(JobsByHand, RememberBeyondTheProgramWhichArePaused) {
  const auto store = engine::open_memory_engine();
  options_.engine = store.get();
  jobs().add(job("a", Turn::more(1)));
  ASSERT_TRUE(sync_wait(jobs().pause("a")).ok());
  Jobs next(options_);
  ASSERT_TRUE(sync_wait(next.load_paused()).ok());
  next.add(job("a", Turn::more(1)));
  EXPECT_EQ(next.run_due(), 0U);
  EXPECT_EQ(next.list().front().state, JobState::Paused);
  ASSERT_TRUE(sync_wait(next.resume("a")).ok());
  EXPECT_EQ(next.run_due(), 1U);
  // Who shares the store reads it.
  ASSERT_TRUE(sync_wait(jobs().load_paused()).ok());
  EXPECT_EQ(jobs().run_due(), 1U);
}

TEST_F(JobsByHand, SayHowFarAndHowFastAJobIs) {
  Turn turn = Turn::more(300);
  turn.progress = Progress{.done = 300, .total = 1000};
  jobs().add(job("a", turn));
  jobs().run_due();
  clock_.advance(seconds(2));
  EXPECT_EQ(report("a").progress, turn.progress);
  EXPECT_EQ(report("a").items, 300U);
  EXPECT_DOUBLE_EQ(report("a").items_per_second, 150);
  EXPECT_FALSE(report("a").idle_at);
  clock_.advance(seconds(28));
  EXPECT_DOUBLE_EQ(report("a").items_per_second, 10) << "it has not had a turn since";
}

TEST_F(JobsByHand, KeepAJobBelowItsRate) {
  Job slow = job("a", Turn::more(50));
  slow.items_per_second_max = 100;
  jobs().add(slow);
  EXPECT_EQ(jobs().run_due(), 1U);
  clock_.advance(milliseconds(499));
  EXPECT_EQ(jobs().run_due(), 0U);
  clock_.advance(milliseconds(1));
  EXPECT_EQ(jobs().run_due(), 1U);
}

TEST_F(JobsByHand, RunOnlyInLanesWhoseLeaseThisServerHas) {
  const auto store = std::shared_ptr<engine::Engine>(engine::open_memory_engine());
  testing::ServerEngine here(store);
  testing::ServerEngine there(store);
  SystemRandom random;
  Leases own(here, clock_, random);
  Leases other(there, clock_, random);
  ASSERT_TRUE(sync_wait(other.take("a")).ok());
  options_.leases = &own;
  jobs().add(job("a", Turn::more(1)));
  jobs().add(job("b", Turn::more(1)));
  Job local = job("c", Turn::more(1));
  local.lane = "a";
  local.is_local = true;
  jobs().add(local);
  jobs().run_due();
  EXPECT_EQ(take_turns(), (Turns{"b", "c"}));
  const JobReport elsewhere = jobs().list().front();
  EXPECT_EQ(elsewhere.state, JobState::Elsewhere);
  EXPECT_EQ(elsewhere.holder, other.server());
  EXPECT_EQ(jobs().list()[1].holder, own.server());
  ASSERT_TRUE(sync_wait(other.close()).ok());
  clock_.advance(seconds(1));
  jobs().run_due();
  EXPECT_EQ(take_turns(), (Turns{"a", "b", "c"}));
}

TEST_F(JobsByHand, KeepTimedJobsForTheTestThatOwnsTheClock) {
  options_.runs_timed = false;
  Job timed = job("timed", Turn::idle(seconds(100)));
  timed.is_timed = true;
  jobs().add(timed);
  jobs().add(job("other", Turn::idle(seconds(100))));
  jobs().run_due();
  EXPECT_EQ(take_turns(), Turns{"other"});
  EXPECT_TRUE(jobs().run_timed().ok());
  EXPECT_TRUE(jobs().run_timed().ok()) << "whether due or not";
  EXPECT_EQ(take_turns(), (Turns{"timed", "timed"}));
}

TEST_F(JobsByHand, RunTimedJobsInTheirOrderToTheirRestAndSayWhatHasFailed) {
  int left = 3;
  Job bad = failing("bad", Error::unavailable("no"));
  bad.is_timed = true;
  jobs().add(bad);
  jobs().add({.name = "adder", .purpose = "", .is_timed = true, .work = [&] {
                taken_.emplace_back("adder");
                Job added = job("added", Turn::idle(seconds(1)));
                added.is_timed = true;
                if (!jobs().has("added")) jobs().add(added);
                return Task<Result<Turn>>::ready(--left > 0 ? Turn::more(1) : Turn::over());
              }});
  EXPECT_FALSE(jobs().run_timed().ok());
  EXPECT_EQ(take_turns(), (Turns{"bad", "adder", "adder", "adder", "added"}));
}

TEST_F(JobsByHand, KeepALaneFreeWhileItIsHeld) {
  Job held = job("a", Turn::more(1));
  held.lane = "lane";
  jobs().add(held);
  {
    const auto first = sync_wait(jobs().hold("lane"));
    auto second = sync_wait(jobs().hold("lane"));
    second.release();
    EXPECT_EQ(jobs().run_due(), 0U);
    const auto stay = sync_wait(jobs().enter("lane"));
  }
  EXPECT_EQ(jobs().run_due(), 1U);
  const auto stay = sync_wait(jobs().enter("lane"));
  EXPECT_EQ(jobs().run_due(), 0U) << "somebody is in the lane";
}

// Waits for what threads bring about; a test that waits for what never comes ends by the time limit
// of ctest.
template <typename Condition>
void wait_for(Condition is_met) {
  while (!is_met()) std::this_thread::yield();
}

TEST(JobsOnThreads, RunSeveralLanesButOneJobOfALaneAtATime) {
  std::atomic<int> in_lane{0};
  std::atomic<int> inside{0};
  std::atomic<int> inside_max{0};
  std::atomic<int> turns{0};
  std::atomic<bool> is_broken{false};
  Jobs jobs({.threads = 3});
  for (int i = 0; i < 4; ++i) {
    jobs.add(
        {.name = std::to_string(i), .purpose = "", .lane = i < 2 ? "shared" : "", .work = [&, i] {
           if (i < 2 && in_lane.fetch_add(1) != 0) is_broken = true;
           inside_max = std::max(inside_max.load(), inside.fetch_add(1) + 1);
           std::this_thread::yield();
           inside.fetch_sub(1);
           if (i < 2) in_lane.fetch_sub(1);
           ++turns;
           return Task<Result<Turn>>::ready(Turn::more(1));
         }});
  }
  jobs.start();
  wait_for([&] { return turns > 2000 && inside_max > 1; });
  jobs.stop();
  EXPECT_FALSE(is_broken);
}

TEST(JobsOnThreads, WaitForTheTurnUnderWayBeforeALaneIsHeld) {
  std::atomic<bool> is_inside{false};
  std::atomic<std::uint64_t> turns{0};
  Jobs jobs;
  jobs.add({.name = "a", .purpose = "", .work = [&] {
              is_inside = true;
              std::this_thread::yield();
              is_inside = false;
              ++turns;
              return Task<Result<Turn>>::ready(Turn::more(1));
            }});
  jobs.start();
  for (int i = 0; i < 100; ++i) {
    const auto hold = sync_wait(jobs.hold("a"));
    EXPECT_FALSE(is_inside);
    const std::uint64_t seen = turns;
    std::this_thread::yield();
    EXPECT_EQ(turns, seen);
  }
}

TEST(JobsOnThreads, ResumeWhoWaitsForATurn) {
  std::atomic<int> turns{0};
  Jobs jobs;
  jobs.add({.name = "a", .purpose = "", .work = [&] {
              return Task<Result<Turn>>::ready(++turns < 50 ? Turn::more(1)
                                                            : Turn::idle(seconds(1000)));
            }});
  const auto wait = [&]() -> Task<bool> {
    while (true) {
      const auto seen = jobs.turns();
      if (turns == 50) co_return true;
      co_await jobs.turn_after(seen);
    }
  };
  jobs.start();
  EXPECT_TRUE(sync_wait(wait()));
}

TEST(JobsOnThreads, StopResumesWhoWaitsAndRunsNothingAnyMore) {
  Jobs jobs;
  jobs.start();
  std::thread stopper([&] { jobs.stop(); });
  const auto wait = [&]() -> Task<bool> {
    while (true) {
      const auto seen = jobs.turns();
      if (jobs.is_stopped()) co_return true;
      co_await jobs.turn_after(seen);
    }
  };
  EXPECT_TRUE(sync_wait(wait()));
  stopper.join();
  jobs.add({.name = "a", .purpose = "", .work = [] {
              ADD_FAILURE() << "jobs have stopped";
              return Task<Result<Turn>>::ready(Turn::over());
            }});
  EXPECT_EQ(jobs.run_due(), 0U);
  EXPECT_TRUE(jobs.run_timed().ok());
}

TEST(JobsOnThreads, WakeAThreadThatWaits) {
  std::atomic<int> turns{0};
  Jobs jobs;
  jobs.start();
  jobs.add({.name = "a", .purpose = "", .work = [&] {
              ++turns;
              return Task<Result<Turn>>::ready(Turn::idle(seconds(1000)));
            }});
  for (int i = 1; i <= 20; ++i) {
    wait_for([&] { return turns >= i; });
    jobs.wake("a");
  }
  wait_for([&] { return turns == 21; });
}

// Eight jobs wait for a machine that does not answer, more than there are threads.
class JobsThatWait : public ::testing::TestWithParam<bool> {
 protected:
  JobsThatWait() {
    for (int i = 0; i < 8; ++i) {
      jobs_.add({.name = "waits/" + std::to_string(i),
                 .purpose = "",
                 .is_far = GetParam(),
                 .work = [this] {
                   ++waiting_;
                   answered_.wait(false);
                   return Task<Result<Turn>>::ready(Turn::over());
                 }});
    }
    jobs_.start();
    // As many as can.
    wait_for([&] { return waiting_ >= (GetParam() ? kFarThreads : kThreads); });
    jobs_.add({.name = "other", .purpose = "", .work = [this] {
                 ++others_;
                 return Task<Result<Turn>>::ready(Turn::idle(seconds(1000)));
               }});
  }
  void answer() {
    answered_ = true;
    answered_.notify_all();
  }

  static constexpr int kThreads = 2;
  static constexpr int kFarThreads = 4;
  std::atomic<int> waiting_{0};
  std::atomic<int> others_{0};
  std::atomic<bool> answered_{false};
  Jobs jobs_{{.threads = kThreads, .far_threads = kFarThreads}};
};
INSTANTIATE_TEST_SUITE_P(FarOrNear, JobsThatWait, ::testing::Bool());

// The control is the same with jobs that do not say that they are far.
TEST_P(JobsThatWait, KeepNoOtherFromItsTurnIfTheyAreFar) {
  if (GetParam()) {
    wait_for([&] { return others_ == 1; });
    EXPECT_EQ(waiting_, kFarThreads);
  } else {
    EXPECT_EQ(others_, 0);
  }
  answer();
  wait_for([&] { return waiting_ == 8 && others_ == 1; });
}

}  // namespace
}  // namespace partita::jobs
