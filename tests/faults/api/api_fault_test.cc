// What the API acknowledged under power cuts and kills: the real program serves signed requests of
// eight clients until its power is cut, starts again, and everything it holds is looked at.
//
// PARTITA_FAULT_ROUNDS=N makes N times as many rounds as usual, for a night.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "faults/api/stream_check.h"
#include "faults/api/tested_table.h"
#include "faults/api/writer.h"
#include "partita/base/clock.h"
#include "server/server_process.h"
#include "support/preload.h"
#include "support/temporary_directory.h"

namespace partita::faults {
namespace {

using namespace std::chrono_literals;
using testing::ApiClient;
using testing::preload_variable;
using testing::ServerProcess;

constexpr std::uint64_t kSeed = 20261116;
constexpr int kWriters = 8;
constexpr int kRequestsMax = 300;  // Of each writer in a round; the fault comes earlier or then.
constexpr int kCutCode = 137;

using Findings = std::vector<std::string>;

void add(Findings& all, Findings more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string joined(const Findings& found) {
  const auto count = std::min<std::ptrdiff_t>(std::ssize(found), 5);
  return fmt::format("{} findings:\n{}", found.size(),
                     fmt::join(found.begin(), found.begin() + count, "\n"));
}

int rounds(int usual) {
  const char* factor = std::getenv("PARTITA_FAULT_ROUNDS");
  return usual * (factor == nullptr ? 1 : std::max(1, std::atoi(factor)));
}

// A program that stores and forgets, the clients that know better, and what is done to it.
class ApiUnderFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int number = 0; number < kWriters; ++number) {
      writers_.emplace_back(number, kSeed + static_cast<std::uint64_t>(number));
    }
    ServerProcess server(serve(), ApiClient::access_key_variables());
    ApiClient client(server.port());
    const auto created = create_table(client);
    ASSERT_TRUE(created.ok()) << created.error().to_string();
    server.signal(SIGTERM);
    ASSERT_EQ(server.wait(), 0);
  }

  std::vector<std::string> serve(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"serve", "--listen", "127.0.0.1:0", "--data", directory_ / "data",
                               "--ttl-interval", "20", "--low-water", "1"});
    return more;
  }

  // Writes until the power is cut, which it is when all have written enough at the latest.
  // Returns the program's exit code.
  int write_until_cut(Findings faults, std::vector<std::string> options = {}) {
    faults.push_back(preload_variable(POWER_CUT_SHIM));
    faults.push_back("POWER_CUT_DIR=" + directory_.path().string());
    add(faults, ApiClient::access_key_variables());
    ServerProcess server(serve(std::move(options)), faults);
    if (server.port() != 0) write(server, [](std::uint64_t) {});
    server.signal(SIGUSR2);
    return server.wait();
  }

  void write_until_killed(std::uint64_t requests) {
    ServerProcess server(serve(), ApiClient::access_key_variables());
    write(server, [&](std::uint64_t answered) {
      if (answered == requests) server.signal(SIGKILL);
    });
    server.signal(SIGKILL);
    server.wait();
  }

  // Starts the program again, without any fault, and looks at everything it has: what it says, and
  // when it has ended, what its stream says.
  Findings found_after() {
    Findings found = found_by_asking();
    if (found.empty()) add(found, stream_.violations(directory_ / "data"));
    return found;
  }

  Findings found_by_asking() {
    ServerProcess server(serve(), ApiClient::access_key_variables());
    if (server.port() == 0) {
      server.wait();
      return {"does not start: " + server.errors()};
    }
    ApiClient client(server.port());
    Findings found = compare(client);
    for (Writer& writer : writers_) add(found, writer.repeat_transactions(client));
    add(found, compare(client));
    // Once it is closed in order, once it is not.
    const bool is_in_order = ++starts_ % 2 == 0;
    server.signal(is_in_order ? SIGTERM : SIGKILL);
    const int code = server.wait();
    EXPECT_TRUE(!is_in_order || code == 0);
    return found;
  }

  std::uint64_t acknowledged() const {
    std::uint64_t all = 0;
    for (const Writer& writer : writers_) all += writer.acknowledged();
    return all;
  }
  std::uint64_t refused() const {
    std::uint64_t all = 0;
    for (const Writer& writer : writers_) all += writer.refused();
    return all;
  }

  std::vector<Writer> writers_;

 private:
  template <typename Action>
  void write(const ServerProcess& server, Action on_answer) {
    std::atomic<std::uint64_t> answered{0};
    std::vector<std::jthread> threads;
    for (Writer& writer : writers_) {
      threads.emplace_back([&] {
        ApiClient client(server.port());
        for (int i = 0; i < kRequestsMax && writer.write(client); ++i) on_answer(++answered);
      });
    }
  }

  // What does not fit together: items and ledgers, items and indexes, items and their expiry.
  Findings compare(ApiClient& client) {
    Findings found;
    const auto items = items_that_stay(client);
    if (!items.ok()) return {items.error().to_string()};
    const Items all = by_key(*items);
    for (Writer& writer : writers_) {
      add(found, writer.check(all));
      add(found, writer.surprises());
    }
    for (const TestedIndex& index : tested_indexes()) {
      const auto entries = scan(client, index.name);
      if (!entries.ok()) return {entries.error().to_string()};
      add(found, index_violations(index, *items, *entries));
    }
    return found;
  }

  // When those that have expired are gone. If one were not in the queue of the sweeper any more, it
  // would never go.
  static Result<std::vector<Json>> items_that_stay(ApiClient& client) {
    const auto begun = Clock::system().monotonic_now();
    while (Clock::system().monotonic_now() - begun < 20s) {
      auto items = TRY(scan(client));
      const bool has_mortals = std::ranges::any_of(
          items, [](const Json& item) { return key_of(item).find("mortal") != std::string::npos; });
      if (!has_mortals) return items;
    }
    return Error::internal("an item that has expired does not go");
  }

  testing::TemporaryDirectory directory_;
  StreamCheck stream_{std::string(kTable)};
  int starts_ = 0;
};

// The cut moves through the life of a store and through the ways a disk can lose its tail.
Findings cut_settings(int cut, Random& random) {
  constexpr std::array<std::string_view, 3> kModes{"truncate", "prefix", "garble"};
  Findings faults{
      fmt::format("POWER_CUT_MODE={}", kModes[static_cast<std::size_t>(cut) % kModes.size()]),
      fmt::format("POWER_CUT_SEED={}", random.next()),
      fmt::format("POWER_CUT_AFTER_SYNCS={}", 5 + random.below(250))};
  if (cut % 2 == 1) faults.emplace_back("POWER_CUT_DURING_SYNC=1");
  return faults;
}

// A run that hardly wrote anything would prove nothing.
TEST_F(ApiUnderFaults, LosesNothingAcknowledgedInAPowerCut) {
  SeededRandom random(kSeed);
  const int cuts = rounds(20);
  for (int cut = 0; cut < cuts; ++cut) {
    const auto faults = cut_settings(cut, random);
    EXPECT_EQ(write_until_cut(faults), kCutCode) << "cut " << cut;
    const auto found = found_after();
    ASSERT_TRUE(found.empty()) << "cut " << cut << " (" << fmt::format("{}", fmt::join(faults, " "))
                               << "), seed " << kSeed << ": " << joined(found);
  }
  fmt::print("{} cuts, {} requests acknowledged, {} refused\n", cuts, acknowledged(), refused());
  EXPECT_GT(acknowledged(), 100U * static_cast<unsigned>(cuts));
  EXPECT_GT(refused(), 10U * static_cast<unsigned>(cuts));
}

TEST_F(ApiUnderFaults, LosesNothingAcknowledgedWhenItIsKilled) {
  SeededRandom random(kSeed);
  const int kills = rounds(6);
  for (int kill = 0; kill < kills; ++kill) {
    write_until_killed(50 + random.below(1500));
    const auto found = found_after();
    ASSERT_TRUE(found.empty()) << "kill " << kill << ", seed " << kSeed << ": " << joined(found);
  }
  EXPECT_GT(acknowledged(), 50U * static_cast<unsigned>(kills));
}

// The controls: the same tests must fail when something is wrong.

TEST_F(ApiUnderFaults, IsCaughtLosingWritesThatDidNotWaitForTheDisk) {
  const Findings faults{"POWER_CUT_MODE=truncate", "POWER_CUT_AFTER_WRITES=400"};
  EXPECT_EQ(write_until_cut(faults, {"--durability", "relaxed"}), kCutCode);
  const auto found = found_after();
  const auto is_loss = [](const std::string& finding) {
    return finding.find("acknowledged was") != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::any_of(found, is_loss)) << joined(found);
}

TEST_F(ApiUnderFaults, IsCaughtLosingWritesOnADiskThatLies) {
  const Findings faults{"POWER_CUT_MODE=truncate", "POWER_CUT_IGNORE_SYNCS_OF=.log",
                        "POWER_CUT_AFTER_SYNCS=120"};
  EXPECT_EQ(write_until_cut(faults), kCutCode);
  EXPECT_FALSE(found_after().empty());
}

TEST_F(ApiUnderFaults, AWriteThatWasNeverMadeIsMissed) {
  write_until_killed(200);
  writers_.front().claim_what_was_not_written();
  const auto found = found_after();
  ASSERT_EQ(found.size(), 1U) << joined(found);
  EXPECT_TRUE(found.front().starts_with("c0-claimed/1: acknowledged was {")) << found.front();
}

}  // namespace
}  // namespace partita::faults
