#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "engine/postgres/postgres_engine.h"
#include "engine/retry.h"
#include "engine_suite/blocking.h"
#include "engine_suite/engine_home.h"
#include "engine_suite/violations.h"
#include "support/postgres/postgres_cluster.h"

// A PostgreSQL that is killed, stands still or loses connections under writers. What was
// acknowledged is there, what was refused is not, and afterwards all goes on by itself.
namespace partita::engine {
namespace {

using namespace std::chrono_literals;
using partita::testing::PostgresCluster;

constexpr std::size_t kWriters = 6;

std::unique_ptr<PostgresEngine> opened_store(PostgresOptions options) {
  auto engine = open_postgres_engine(options, &suite_kinds);
  if (!engine.ok()) throw std::runtime_error(engine.error().to_string());
  return std::move(engine).value();
}

// What one writer was told, of a counter of its own and a sum that all share.
struct Told {
  std::atomic<int> acknowledged = 0;
  std::atomic<int> unknown = 0;
  std::atomic<int> refused = 0;
};

Task<Status> increment(Transaction& transaction, Bytes key) {
  int number = 0;
  const ByteView keys[] = {key};
  const auto keep = [&](std::size_t, std::optional<ByteView> value) {
    if (value) number = std::stoi(Bytes(*value));
  };
  Status read = co_await transaction.get(keys, keep);
  CO_TRY(read);
  transaction.put(key, std::to_string(number + 1));
  transaction.merge("sum all", "1");
  transaction.append("log ", key);
  co_return Status{};
}

class Writers {
 public:
  explicit Writers(Engine& engine) : engine_(engine) {
    for (std::size_t i = 0; i < kWriters; ++i) threads_.emplace_back([this, i] { write(i); });
  }
  ~Writers() { stop(); }

  // Until so many more increments were acknowledged.
  void wait_for(int more) {
    const int wanted = acknowledged() + more;
    while (acknowledged() < wanted) std::this_thread::yield();
  }
  void stop() {
    is_done_ = true;
    threads_.clear();
  }

  // What does not agree with what was told, one line each.   REQUIRES: stopped.
  Violations violations() const {
    Violations found;
    int all = 0;
    for (std::size_t i = 0; i < kWriters; ++i) {
      const auto stored = get(engine_, key_of(i));
      const int number = stored ? std::stoi(*stored) : 0;
      const Told& told = told_[i];
      if (number < told.acknowledged) found.push_back(fmt::format("writer {} has lost some", i));
      if (number > told.acknowledged + told.unknown) {
        found.push_back(fmt::format("writer {}: what was refused was done", i));
      }
      all += number;
    }
    // The counter, the sum and the log are of one commit, whatever became of it.
    const int sum = std::stoi(get(engine_, "sum all").value_or("0"));
    if (sum != all) found.push_back(fmt::format("the sum is {} and not {}", sum, all));
    const int entries = log_entries();
    if (entries != all) found.push_back(fmt::format("{} entries and not {}", entries, all));
    return found;
  }
  int refused() const {
    int all = 0;
    for (const Told& told : told_) all += told.refused + told.unknown;
    return all;
  }

 private:
  int log_entries() const {
    int entries = 0;
    const auto count = [&](std::uint64_t, ByteView) {
      ++entries;
      return Visit::Continue;
    };
    const Status read = sync_wait(engine_.read_log({.prefix = "log "}, count));
    return read.ok() ? entries : -1;
  }

  static Bytes key_of(std::size_t writer) { return fmt::format("counter {}", writer); }

  int acknowledged() const {
    int all = 0;
    for (const Told& told : told_) all += told.acknowledged;
    return all;
  }

  void write(std::size_t writer) {
    const Bytes key = key_of(writer);
    const auto body = [&](Transaction& transaction) { return increment(transaction, key); };
    while (!is_done_) {
      const auto failure = kind_of(sync_wait(run(engine_, body)));
      Told& told = told_[writer];
      if (!failure) {
        ++told.acknowledged;
      } else if (*failure == ErrorKind::Unknown) {
        ++told.unknown;
      } else {
        EXPECT_EQ(*failure, ErrorKind::Unavailable);
        ++told.refused;
      }
    }
  }

  Engine& engine_;
  std::array<Told, kWriters> told_;
  std::atomic<bool> is_done_ = false;
  std::vector<std::jthread> threads_;
};

class PostgresFaults : public ::testing::Test {
 protected:
  PostgresCluster cluster_;
  const PostgresOptions options_{.address = cluster_.new_store(), .patience = 1'500ms};
};

TEST_F(PostgresFaults, LosesNothingAcknowledgedWhenTheServerIsKilled) {
  const auto engine = opened_store(options_);
  Writers writers(*engine);
  for (int round = 0; round < 3; ++round) {
    writers.wait_for(100);
    cluster_.kill();
    cluster_.start();
  }
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
  EXPECT_GT(writers.refused(), 0);
}

// The control: a server that acknowledges before it has written anything down.
TEST(PostgresFaultsControl, FindsWhatAServerLosesThatAcknowledgesTooEarly) {
  PostgresCluster careless(
      {.more_settings = "synchronous_commit = off\nwal_writer_delay = 10s\nwal_buffers = 16MB"});
  const auto engine = opened_store({.address = careless.new_store(), .patience = 1'500ms});
  Writers writers(*engine);
  writers.wait_for(200);
  careless.kill();
  careless.start();
  writers.wait_for(10);
  writers.stop();
  EXPECT_FALSE(writers.violations().empty());
}

TEST_F(PostgresFaults, LosesNothingAcknowledgedWhenConnectionsAreCut) {
  const auto engine = opened_store(options_);
  Writers writers(*engine);
  for (int round = 0; round < 20; ++round) {
    writers.wait_for(30);
    cluster_.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'partita' "
        "AND random() < 0.5");
  }
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
}

TEST_F(PostgresFaults, AnswersWhileTheServerStandsStillAndGoesOnAfterwards) {
  const auto engine = opened_store(options_);
  Writers writers(*engine);
  writers.wait_for(50);
  cluster_.pause();
  // Somebody is told that it cannot be reached, instead of waiting for as long as it takes.
  const int refused = writers.refused();
  while (writers.refused() < refused + static_cast<int>(kWriters)) std::this_thread::yield();
  cluster_.go_on();
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
}

TEST_F(PostgresFaults, RefusesWhatFindsNoRoomInsteadOfLettingItWait) {
  auto options = options_;
  options.sizes = {.gets = 1, .pages = 1, .transactions = 1, .snapshots = 1, .waiting_for_each = 1};
  const auto engine = opened_store(options);
  const auto holder = engine->begin();
  get(*holder, "key");
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> others;
    for (int i = 0; i < 4; ++i) {
      others.emplace_back([&] {
        const auto transaction = engine->begin();
        const ByteView keys[] = {"key"};
        const auto ignore = [](std::size_t, std::optional<ByteView>) {};
        const auto failure = kind_of(sync_wait(transaction->get(keys, ignore)));
        if (failure == ErrorKind::Unavailable) ++refused;
      });
    }
  }
  // One may wait, and does so in vain; the others were told at once.
  EXPECT_EQ(refused, 4);
}

TEST_F(PostgresFaults, RefusesAnotherStoreAtTheSameAddress) {
  const auto engine = opened_store(options_);
  ASSERT_TRUE(put(*engine, "key", "value").ok());
  cluster_.run("UPDATE store_" + std::to_string(::getpid()) +
               "_1.partita_store SET stamp_base = stamp_base + 1");
  cluster_.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'partita'");
  std::optional<ErrorKind> failure;
  while (!failure) failure = kind_of(put(*engine, "key", "other"));
  while (engine->write_availability().accepts_writes) {
    EXPECT_NE(kind_of(put(*engine, "key", "other")), std::nullopt);
  }
  EXPECT_NE(engine->write_availability().reason.find("another store"), std::string::npos);
}

}  // namespace
}  // namespace partita::engine
