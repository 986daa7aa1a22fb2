#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

#include "history_checker.h"
#include "partita/base/random.h"
#include "support/temporary_directory.h"
#include "suspending_database.h"
#include "table_client.h"

// Every item is a register: whatever clients do to it at once, there must be one order of their
// calls that explains all answers.
namespace partita::simulation {
namespace {

using Kind = RegisterCall::Kind;

TEST(HistoryChecker, AcceptsOverlappingCallsInEitherOrder) {
  const std::vector<RegisterCall> calls = {
      {.kind = Kind::Write, .value = 1, .begun = 0, .ended = 10},
      {.kind = Kind::Read, .value = -1, .begun = 1, .ended = 9},
      {.kind = Kind::Read, .value = 1, .begun = 11, .ended = 12}};
  EXPECT_TRUE(is_linearizable(calls));
}

TEST(HistoryChecker, FindsAStaleRead) {
  const std::vector<RegisterCall> calls = {
      {.kind = Kind::Write, .value = 1, .begun = 0, .ended = 1},
      {.kind = Kind::Read, .value = -1, .begun = 2, .ended = 3}};
  EXPECT_FALSE(is_linearizable(calls));
}

TEST(HistoryChecker, FindsALostUpdate) {
  const std::vector<RegisterCall> calls = {
      {.kind = Kind::CompareAndSet, .expected = -1, .value = 1, .begun = 0, .ended = 5},
      {.kind = Kind::CompareAndSet, .expected = -1, .value = 2, .begun = 1, .ended = 6}};
  EXPECT_FALSE(is_linearizable(calls));
}

class Recorder {
 public:
  Recorder(database::Database& database, std::uint64_t seed) : client_(database), random_(seed) {}

  RegisterCall call(const TableClient::Key& key, std::atomic<std::int64_t>& now) {
    RegisterCall record;
    record.kind = static_cast<Kind>(random_.below(3));
    record.expected = last_seen_;
    record.value = static_cast<std::int64_t>(random_.below(1'000'000));
    record.begun = now.fetch_add(1);
    perform(key, record);
    record.ended = now.fetch_add(1);
    if (record.succeeded) last_seen_ = record.value;
    return record;
  }

 private:
  void perform(const TableClient::Key& key, RegisterCall& record) {
    Item item = key_item(key);
    item.set("x", record.value);
    switch (record.kind) {
      case Kind::Read:
        record.value = read(key);
        break;
      case Kind::Write:
        EXPECT_TRUE(client_.put(item).value());
        break;
      case Kind::CompareAndSet:
        record.succeeded = record.expected < 0
                               ? client_.put(item, "attribute_not_exists(pk)").value()
                               : client_.put(item, "x = :x", Item{{":x", record.expected}}).value();
        break;
    }
  }
  std::int64_t read(const TableClient::Key& key) {
    const auto item = client_.get(key).value();
    return item ? std::stoll(item->find("x")->number().to_string()) : -1;
  }

  TableClient client_;
  SeededRandom random_;
  std::int64_t last_seen_ = -1;
};

// Clients meet at each item and then do their calls on it at once.
void check_items(database::Database& database, int items) {
  constexpr int kClients = 4;
  constexpr int kCallsEach = 12;
  std::atomic<std::int64_t> now{0};
  std::barrier meeting(kClients);
  std::vector<std::vector<RegisterCall>> histories(static_cast<std::size_t>(items));
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int c = 0; c < kClients; ++c) {
    threads.emplace_back([&, c] {
      for (int i = 0; i < items; ++i) {
        Recorder recorder(database, static_cast<std::uint64_t>(1000 * i + c));
        meeting.arrive_and_wait();
        std::vector<RegisterCall> mine;
        for (int n = 0; n < kCallsEach; ++n) mine.push_back(recorder.call({"r", i}, now));
        const std::lock_guard lock(mutex);
        auto& history = histories[static_cast<std::size_t>(i)];
        history.insert(history.end(), mine.begin(), mine.end());
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < histories.size(); ++i) {
    EXPECT_TRUE(is_linearizable(histories[i])) << "item " << i;
  }
}

TEST(Linearizability, HoldsForEveryItemInMemory) {
  const auto database = database::Database::open(database::MemoryStore{}).value();
  ASSERT_TRUE(TableClient(*database).create_table().ok());
  check_items(*database, 150);
}

TEST(Linearizability, HoldsForEveryItemOnAnEngineThatWaits) {
  const auto database = open_suspending_database(1);
  ASSERT_TRUE(TableClient(*database).create_table().ok());
  check_items(*database, 25);
}

TEST(Linearizability, HoldsForEveryItemOnRocksdb) {
  const testing::TemporaryDirectory directory;
  const auto database =
      database::Database::open(database::RocksdbStore{.directory = directory.path()}).value();
  ASSERT_TRUE(TableClient(*database).create_table().ok());
  check_items(*database, 40);
}

}  // namespace
}  // namespace partita::simulation
