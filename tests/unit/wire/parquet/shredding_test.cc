#include <gtest/gtest.h>

#include <vector>

#include "wire/parquet/leaf_values.h"

namespace partita::parquet {
namespace {

using Levels = std::vector<std::uint8_t>;

Datum text(const char* value) { return {.value = Bytes(value)}; }
Datum whole(std::int64_t value) { return {.value = value}; }
Datum many(std::vector<Datum> values) { return {.value = std::move(values)}; }

Column list_of(Column element) {
  element.name = "element";
  return {.name = "list", .kind = Kind::List, .children = {std::move(element)}};
}

std::vector<LeafValues> shredded(const std::vector<Column>& columns, const std::vector<Row>& rows) {
  std::vector<LeafValues> leaves(leaves_of(columns).size());
  for (const Row& row : rows) shred(columns, row, leaves);
  return leaves;
}

TEST(Shredding, TellsNothingFromAnEmptyListAndAnEmptyElement) {
  const std::vector<Column> columns{list_of({.kind = Kind::Text})};
  const auto leaves =
      shredded(columns, {{Datum{}}, {many({})}, {many({Datum{}})}, {many({text("a"), text("b")})}});
  EXPECT_EQ(leaves[0].definitions, (Levels{0, 1, 2, 3, 3}));
  EXPECT_EQ(leaves[0].repetitions, (Levels{0, 0, 0, 0, 1}));
  EXPECT_EQ(leaves[0].bytes, "ab");
}

TEST(Shredding, CountsTheListThatAnEntryGoesOnWith) {
  const std::vector<Column> columns{list_of(list_of({.kind = Kind::Int64}))};
  const auto leaves =
      shredded(columns, {{many({many({whole(1), whole(2)}), many({}), many({whole(3)})})}});
  EXPECT_EQ(leaves[0].repetitions, (Levels{0, 2, 1, 1}));
  EXPECT_EQ(leaves[0].definitions, (Levels{5, 5, 3, 5}));
  EXPECT_EQ(leaves[0].values(), 3U);
  EXPECT_EQ(leaves[0].value(2), Bytes("\3\0\0\0\0\0\0\0", 8));
}

TEST(Shredding, GivesEachFieldOfAGroupItsOwnLevels) {
  const std::vector<Column> columns{
      {.name = "g",
       .kind = Kind::Group,
       .children = {{.name = "must", .kind = Kind::Bool, .is_required = true},
                    {.name = "may", .kind = Kind::Date}}}};
  const auto leaves = shredded(
      columns, {{Datum{}}, {many({Datum{true}, Datum{}})}, {many({Datum{false}, whole(1)})}});
  EXPECT_EQ(leaves[0].definitions, (Levels{0, 1, 1}));
  EXPECT_EQ(leaves[0].bytes, Bytes("\1\0", 2));
  EXPECT_EQ(leaves[1].definitions, (Levels{0, 1, 2}));
  EXPECT_EQ(leaves[1].bytes, Bytes("\1\0\0\0", 4));
}

TEST(Leaves, HaveThePathsOfTheFormat) {
  const std::vector<Column> columns{
      {.name = "id", .is_required = true},
      {.name = "g", .kind = Kind::Group, .children = {list_of({.kind = Kind::Text})}}};
  const auto leaves = leaves_of(columns);
  ASSERT_EQ(leaves.size(), 2U);
  EXPECT_EQ(leaves[0].path, std::vector<std::string>{"id"});
  EXPECT_EQ(leaves[0].definition_max, 0);
  EXPECT_EQ(leaves[1].path, (std::vector<std::string>{"g", "list", "list", "element"}));
  EXPECT_EQ(leaves[1].definition_max, 4);
  EXPECT_EQ(leaves[1].repetition_max, 1);
}

}  // namespace
}  // namespace partita::parquet
