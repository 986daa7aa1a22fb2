// Readers that page while other threads write.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "unit/modelled/serving/read_database.h"

namespace partita::serving {
namespace {

constexpr const char* kFeed = R"(
format: 1
model: feed
version: 1
tables:
  feed:
    name: feed
    key: {partition: id}
    billing: {mode: on_demand}
    indexes:
      by_state: {partition: [state], sort: [at], project: all}
entities:
  Entry:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      state: {type: enum, values: [a, b, c], required: true}
      at: {type: int, required: true}
patterns:
  all: {query: Entry, where: {state: any}, order: {by: [at]}, page: {default: 9, max: 100}}
)";

constexpr int kLasting = 120;

Item entry(const std::string& id, int number) {
  constexpr const char* kStates[] = {"a", "b", "c"};
  return {{"id", id}, {"state", kStates[number % 3]}, {"at", number}};
}

TEST(ReadBesideWriters, FindsEveryItemThatNobodyWritesExactlyOnce) {
  ReadDatabase database(kFeed);
  for (int i = 0; i < kLasting; ++i) database.put("feed", entry("s" + std::to_string(i), i));
  std::atomic<bool> is_done{false};
  std::thread writer([&] {
    for (int i = 0; !is_done; ++i) {
      const std::string id = "w" + std::to_string(i % 40);
      database.put("feed", entry(id, (i * 7) % kLasting));
      if (i % 3 == 0) database.erase("feed", {{"id", id}});
    }
  });
  for (int round = 0; round < 12; ++round) {
    const auto pages = read_forward(database, "all", {}, 9);
    std::map<std::string, int> counts;
    for (const auto& page : pages) {
      for (const auto& row : page.rows) ++counts[std::string(row.item.view().find("id")->string())];
    }
    for (int i = 0; i < kLasting; ++i) EXPECT_EQ(counts["s" + std::to_string(i)], 1) << i;
    // The same on the way back.
    counts.clear();
    const auto back = read_backward(database, "all", {}, 9, pages.back());
    for (const auto& page : back) {
      for (const auto& row : page.rows) ++counts[std::string(row.item.view().find("id")->string())];
    }
    for (const auto& row : pages.back().rows) {
      ++counts[std::string(row.item.view().find("id")->string())];
    }
    for (int i = 0; i < kLasting; ++i) EXPECT_EQ(counts["s" + std::to_string(i)], 1) << i;
  }
  is_done = true;
  writer.join();
}

// Whatever moves from one leg to another: a page is of one moment.
TEST(ReadBesideWriters, FindsEveryItemThatMovesExactlyOnce) {
  constexpr int kMoving = 60;
  ReadDatabase database(kFeed);
  for (int i = 0; i < kMoving; ++i) database.put("feed", entry("m" + std::to_string(i), i));
  std::atomic<bool> is_done{false};
  std::thread writer([&] {
    for (int i = 0; !is_done; ++i) {
      database.put("feed", entry("m" + std::to_string(i % kMoving), (i * 7) % kLasting));
    }
  });
  for (int round = 0; round < 200; ++round) {
    const auto page = database.read("all", {}, 100);
    ASSERT_TRUE(page.ok());
    std::map<std::string, int> counts;
    for (const auto& row : page->rows) {
      ++counts[std::string(row.item.view().find("id")->string())];
    }
    EXPECT_EQ(counts.size(), std::size_t{kMoving});
    EXPECT_EQ(page->rows.size(), std::size_t{kMoving});
  }
  is_done = true;
  writer.join();
}

}  // namespace
}  // namespace partita::serving
