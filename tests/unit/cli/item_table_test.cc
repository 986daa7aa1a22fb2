#include "cli/item_table.h"

#include <gtest/gtest.h>

namespace partita::cli {
namespace {

const std::vector<Item> kItems = {
    Item{{"id", "a"}, {"n", 5}, {"tags", List{"x", 1}}},
    Item{{"id", "longer"}, {"n", 1000}, {"more", nullptr}, {"text", "one\ntwo"}}};

TEST(ItemTable, HasWantedColumnsFirstAndOnlyThoseThatAreThere) {
  EXPECT_EQ(columns_of(kItems, {"n", "id", "absent"}),
            (std::vector<std::string>{"n", "id", "more", "tags", "text"}));
}

TEST(ItemTable, AlignsTextsToTheLeftAndNumbersToTheRight) {
  EXPECT_EQ(table_text(kItems, {"id", "n", "tags", "text"}, /*has_colours=*/false),
            "id      n     tags     text\n"
            "a          5  [\"x\",1]\n"
            "longer  1000           one two\n");
}

TEST(ItemTable, CutsLongValuesAndKeepsTheTerminalQuiet) {
  const std::vector<Item> items = {Item{{"t", std::string(100, 'x')}}, Item{{"t", "\x1B[31mred"}},
                                   Item{{"t", "äöü"}}};
  const std::string text = table_text(items, {"t"}, /*has_colours=*/false);
  EXPECT_NE(text.find(std::string(39, 'x') + "…\n"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1B'), std::string::npos);
  EXPECT_NE(text.find("äöü\n"), std::string::npos);
}

TEST(ItemTable, CutsQuotientsInTablesOnly) {
  const std::vector<Item> items = {Item{{"rate", Number::parse("0.95652173913043").value()}},
                                   Item{{"rate", Number::parse("1.5").value()}}};
  EXPECT_EQ(table_text(items, {"rate"}, /*has_colours=*/false), "rate\n0.956521…\n      1.5\n");
  EXPECT_EQ(csv_text(items, {"rate"}), "rate\r\n0.95652173913043\r\n1.5\r\n");
}

TEST(ItemTable, ShowsOneItemDownThePage) {
  EXPECT_EQ(item_text(kItems.front(), {"id", "tags"}, /*has_colours=*/false),
            "id    a\ntags  [\"x\",1]\n");
}

TEST(ItemTable, WritesCsvThatOthersRead) {
  const std::vector<Item> items = {Item{{"a", "x,y"}, {"b", "say \"hi\""}}, Item{{"b", 1}}};
  EXPECT_EQ(csv_text(items, {"a", "b"}), "a,b\r\n\"x,y\",\"say \"\"hi\"\"\"\r\n,1\r\n");
}

}  // namespace
}  // namespace partita::cli
