#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "partita/value/item_codec.h"
#include "random_program.h"
#include "support/stream_replay.h"
#include "support/temporary_directory.h"
#include "suspending_database.h"

// Random programs against the database and against a plain reference, several at once, with the
// database closed and opened again between rounds. What the stream tells must be the same table.
namespace partita::simulation {
namespace {

constexpr int kDifferentClients = 4;

using Programs = std::vector<std::unique_ptr<RandomProgram>>;

Programs make_programs(std::uint64_t seed) {
  Programs programs;
  for (int i = 0; i < kDifferentClients; ++i) {
    programs.push_back(std::make_unique<RandomProgram>(i, seed + static_cast<std::uint64_t>(i)));
  }
  return programs;
}

void run_all(Programs& programs, database::Database& database, int steps) {
  std::vector<std::string> problems(programs.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    threads.emplace_back([&, i] {
      TableClient client(database);
      problems[i] = programs[i]->run(client, steps);
      if (problems[i].empty()) problems[i] = programs[i]->compare_all(client);
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& problem : problems) EXPECT_EQ(problem, "");
}

// All items, by their stored form: what order they come in is up to the database.
std::vector<Item> in_one_order(const std::vector<Item>& items) {
  std::map<Bytes, Item> ordered;
  for (const Item& item : items) ordered.emplace(encode(item), item);
  std::vector<Item> result;
  for (auto& [bytes, item] : ordered) result.push_back(item);
  return result;
}

std::vector<Item> expected_items(const Programs& programs, std::string_view index_attribute = "") {
  std::vector<Item> expected;
  for (const auto& program : programs) {
    for (const auto& [key, item] : program->reference().items()) {
      const bool is_wanted = index_attribute.empty() || item.find(index_attribute) != nullptr;
      if (is_wanted) expected.push_back(item);
    }
  }
  return in_one_order(expected);
}

void compare_whole(const Programs& programs, database::Database& database) {
  TableClient client(database);
  EXPECT_EQ(difference("scan", expected_items(programs), in_one_order(client.scan().value())), "");
  EXPECT_EQ(difference("parallel scan", expected_items(programs),
                       in_one_order(client.scan("", 5).value())),
            "");
  EXPECT_EQ(difference("scan of byGroup", expected_items(programs, "g"),
                       in_one_order(client.scan("byGroup").value())),
            "");
  EXPECT_EQ(difference("scan of byValue", expected_items(programs, "v"),
                       in_one_order(client.scan("byValue", 3).value())),
            "");
  EXPECT_EQ(client.item_count().value(),
            static_cast<std::int64_t>(expected_items(programs).size()));
}

// Goes on where it was: a record that came late, or in a wrong place, would be missing.
void compare_stream(const Programs& programs, database::Database& database,
                    testing::StreamReplay& replay) {
  auto& context = database.context();
  const auto stream = context.catalog.find(kTableName)->settings.stream->id;
  EXPECT_EQ(replay.follow(context.engine, stream), "");
  std::vector<Item> told;
  for (const auto& [keys, item] : replay.items()) {
    told.push_back(ItemView::from_valid(item).to_item());
  }
  EXPECT_EQ(difference("replay of the stream", expected_items(programs), in_one_order(told)), "");
}

TEST(Differential, MemoryAgreesWithTheReference) {
  const std::uint64_t seed = 20261116;
  SCOPED_TRACE(seed);
  auto programs = make_programs(seed);
  const auto database = database::Database::open(database::MemoryStore{}).value();
  ASSERT_TRUE(TableClient(*database).create_table().ok());
  run_all(programs, *database, 1500);
  compare_whole(programs, *database);
  testing::StreamReplay replay;
  compare_stream(programs, *database, replay);
  EXPECT_GT(replay.records(), 1000U);
}

TEST(Differential, AnEngineThatWaitsAgreesWithTheReference) {
  const std::uint64_t seed = 20261118;
  SCOPED_TRACE(seed);
  auto programs = make_programs(seed);
  const auto database = open_suspending_database(seed);
  ASSERT_TRUE(TableClient(*database).create_table().ok());
  run_all(programs, *database, 150);
  compare_whole(programs, *database);
  testing::StreamReplay replay;
  compare_stream(programs, *database, replay);
  EXPECT_GT(replay.records(), 50U);
}

TEST(Differential, RocksdbAgreesWithTheReferenceThroughRestarts) {
  const std::uint64_t seed = 7;
  SCOPED_TRACE(seed);
  auto programs = make_programs(seed);
  const testing::TemporaryDirectory directory;
  const database::Store store = database::RocksdbStore{.directory = directory.path()};
  ASSERT_TRUE(TableClient(*database::Database::open(store).value()).create_table().ok());
  testing::StreamReplay replay;
  for (int round = 0; round < 4; ++round) {
    const auto database = database::Database::open(store).value();
    run_all(programs, *database, 150);
    compare_whole(programs, *database);
    compare_stream(programs, *database, replay);
  }
}

}  // namespace
}  // namespace partita::simulation
