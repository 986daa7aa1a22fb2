#include "modelled/registry/held_model.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace partita::registry {
namespace {

using model::Enforcement;
using Levels = std::vector<Enforcement>;

const ModelSource kThreeTables{.file_name = "three.yaml",
                               .text = R"(
format: 1
model: three
version: 1
tables:
  strict: {name: strict, key: {partition: id}, enforcement: enforce}
  lenient: {name: lenient, key: {partition: id}, enforcement: observe}
  free: {name: free, key: {partition: id}, enforcement: "off"}
entities:
  A: {table: strict, match: all, key: {id: "{id}"}, attributes: {id: {type: string}}}
  B: {table: lenient, match: all, key: {id: "{id}"}, attributes: {id: {type: string}}}
  C: {table: free, match: all, key: {id: "{id}"}, attributes: {id: {type: string}}}
)",
                               .params = {}};

Levels levels_of(const model::Model& model) {
  Levels levels;
  for (const model::Table& table : model.tables) levels.push_back(table.enforcement);
  return levels;
}

constexpr auto kEnforce = Enforcement::Enforce;
constexpr auto kObserve = Enforcement::Observe;
constexpr auto kOff = Enforcement::Off;

TEST(FreshModel, IsReadOnceAndEnforcedInSeveralWays) {
  auto read = FreshModel::read(kThreeTables);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(levels_of(read->model()), (Levels{kEnforce, kObserve, kOff}));
  read->observe_all();
  EXPECT_EQ(levels_of(read->model()), (Levels{kObserve, kObserve, kOff}));
  read->observe({});
  EXPECT_EQ(levels_of(read->model()), (Levels{kEnforce, kObserve, kOff}));
  read->enforce_all();
  EXPECT_EQ(levels_of(read->model()), (Levels{kEnforce, kEnforce, kEnforce}));
  read->observe({"strict", "free"});
  EXPECT_EQ(levels_of(read->model()), (Levels{kObserve, kObserve, kOff}));
}

TEST(FreshModel, IsPutInForceAsItsRecordSays) {
  ModelRecord record;
  record.source = kThreeTables;
  record.observed = {"strict"};
  const auto again = read_record(record).value();
  auto read = FreshModel::read(kThreeTables).value();
  read.observe_all();
  const auto held = std::move(read).put_in_force(record);
  EXPECT_EQ(levels_of(*held), (Levels{kObserve, kObserve, kOff}));
  EXPECT_EQ(levels_of(*held), levels_of(*again));
  EXPECT_EQ(held->http_root, again->http_root);
}

}  // namespace
}  // namespace partita::registry
