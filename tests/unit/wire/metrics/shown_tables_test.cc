#include "wire/metrics/shown_tables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "database/database.h"

namespace partita::metrics {
namespace {

class TablesThatAreShown : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = database::Database::open(database::MemoryStore{});
    ASSERT_TRUE(opened.ok());
    database_ = std::move(*opened);
  }

  const catalog::Catalog& catalog() { return database_->context().catalog; }

  void create(const std::string& name) {
    catalog::Table table;
    table.name = name;
    table.key.partition = {{"pk", keys::KeyValueType::String}};
    table.finish();
    const auto made = sync_wait(database_->context().catalog.create(std::move(table)));
    ASSERT_TRUE(made.ok()) << made.error().message();
  }
  void drop(const std::string& name) {
    const auto table = catalog().find(name);
    ASSERT_NE(table, nullptr);
    ASSERT_TRUE(sync_wait(database_->context().catalog.remove(*table)).ok());
  }
  void read(const std::string& name, double units) {
    catalog().usage().read(catalog().find(name)->id, units);
  }
  static double units_of(const std::vector<TableRow>& rows, std::string_view table) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.table == table; });
    return found == rows.end() ? -1 : found->used.read_units;
  }

  std::unique_ptr<database::Database> database_;
  ShownTables shown_;
};

TEST_F(TablesThatAreShown, MoreThanTheFirstHundredAreOneSum) {
  for (std::size_t i = 0; i < ShownTables::kTablesMax + 20; ++i) {
    create(fmt::format("table{:03}", i));
    read(fmt::format("table{:03}", i), 1);
  }
  const auto rows = shown_.rows(catalog());
  EXPECT_EQ(rows.size(), ShownTables::kTablesMax + 1);
  EXPECT_EQ(units_of(rows, "table000"), 1);
  EXPECT_EQ(units_of(rows, "table119"), -1);
  EXPECT_EQ(rows.back().table, ShownTables::kOther);
  EXPECT_EQ(rows.back().used.read_units, 20);
}

TEST_F(TablesThatAreShown, TheSumOfTheRestNeverGoesBack) {
  for (std::size_t i = 0; i < ShownTables::kTablesMax + 1; ++i) {
    create(fmt::format("table{:03}", i));
  }
  read("table100", 5);
  read("table000", 3);
  EXPECT_EQ(shown_.rows(catalog()).back().used.read_units, 5);
  drop("table000");
  auto rows = shown_.rows(catalog());
  EXPECT_EQ(units_of(rows, "table000"), -1);
  EXPECT_EQ(units_of(rows, "table100"), -1) << "it stays where it was";
  EXPECT_EQ(shown_.rows(catalog()).back().used.read_units, 8);
  create("fresh");
  rows = shown_.rows(catalog());
  EXPECT_EQ(units_of(rows, "fresh"), 0) << "there is a place again";
}

}  // namespace
}  // namespace partita::metrics
