#include "store/query/key_range.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "language/expression/key_condition.h"
#include "stored_rows.h"
#include "support/table_builder.h"

namespace partita::query {
namespace {

using expression::KeyClause;
using partita::testing::TableBuilder;
using Texts = std::vector<std::string>;

// Values that outlive the conditions which view them.
class Values {
 public:
  ValueView operator()(const Value& value) { return kept_.emplace_back(value).view(); }

 private:
  std::deque<EncodedValue> kept_;
};

class KeyRangeOfTable : public ::testing::Test {
 protected:
  KeyRangeOfTable() : rows_(TableBuilder("T").key("pk", 'S').sort("sk", 'S').build()) {
    for (const char* sort : {"a", "ab", "abc", "b", "c"}) rows_.put({{"pk", "p"}, {"sk", sort}});
    rows_.put({{"pk", "other"}, {"sk", "ab"}});
  }

  Texts found(const expression::KeyCondition& condition) {
    return texts(
        rows_.read({.source = rows_.source(), .range = key_range(rows_.source(), condition)}).items,
        "sk");
  }
  Texts found(KeyClause::Operator op, const Value& value, const Value& upper = "") {
    expression::KeyCondition condition{.partition = {values_("p")}};
    condition.sort_range = KeyClause{.attribute = "sk", .op = op, .value = values_(value)};
    if (op == KeyClause::Operator::Between) condition.sort_range->upper = values_(upper);
    return found(condition);
  }

  StoredRows rows_;
  Values values_;
};

TEST_F(KeyRangeOfTable, IsAllOfThePartitionWithoutASortCondition) {
  EXPECT_EQ(found({.partition = {values_("p")}}), (Texts{"a", "ab", "abc", "b", "c"}));
}

TEST_F(KeyRangeOfTable, HoldsOneRowForAnEquality) {
  EXPECT_EQ(found({.partition = {values_("p")}, .sort_equal = {values_("ab")}}), Texts{"ab"});
  EXPECT_EQ(found({.partition = {values_("p")}, .sort_equal = {values_("x")}}), Texts{});
}

TEST_F(KeyRangeOfTable, FollowsEveryOperator) {
  using Operator = KeyClause::Operator;
  EXPECT_EQ(found(Operator::Less, "ab"), Texts{"a"});
  EXPECT_EQ(found(Operator::LessOrEqual, "ab"), (Texts{"a", "ab"}));
  EXPECT_EQ(found(Operator::Greater, "abc"), (Texts{"b", "c"}));
  EXPECT_EQ(found(Operator::GreaterOrEqual, "abc"), (Texts{"abc", "b", "c"}));
  EXPECT_EQ(found(Operator::Between, "ab", "b"), (Texts{"ab", "abc", "b"}));
  EXPECT_EQ(found(Operator::BeginsWith, "ab"), (Texts{"ab", "abc"}));
}

TEST_F(KeyRangeOfTable, IsEmptyForBoundsInWrongOrder) {
  EXPECT_EQ(found(KeyClause::Operator::Between, "c", "a"), Texts{});
}

class KeyRangeOfIndex : public ::testing::Test {
 protected:
  KeyRangeOfIndex()
      : rows_(TableBuilder("T")
                  .key("pk", 'S')
                  .global("tree", {{"h", 'S'}, {"g", 'N'}}, {{"a", 'S'}, {"n", 'N'}})
                  .build()) {
    for (int n : {10, 9, 2}) add("x", n);
    add("y", 1);
    rows_.put({{"pk", "x-without-n"}, {"h", "h"}, {"g", 1}, {"a", "x"}});
  }

  Texts found(const expression::KeyCondition& condition) {
    const ReadSource source = rows_.source("tree");
    return texts(rows_.read({.source = source, .range = key_range(source, condition)}).items, "pk");
  }

  void add(const std::string& a, int n) {
    rows_.put({{"pk", a + std::to_string(n)}, {"h", "h"}, {"g", 1}, {"a", a}, {"n", n}});
  }

  StoredRows rows_;
  Values values_;
};

TEST_F(KeyRangeOfIndex, ComparesSortAttributesOneAfterAnotherAndNumbersByValue) {
  EXPECT_EQ(found({.partition = {values_("h"), values_(1)}}), (Texts{"x2", "x9", "x10", "y1"}));
}

TEST_F(KeyRangeOfIndex, TakesEqualitiesBeforeOneRange) {
  expression::KeyCondition condition{.partition = {values_("h"), values_(1)},
                                     .sort_equal = {values_("x")}};
  EXPECT_EQ(found(condition), (Texts{"x2", "x9", "x10"}));
  condition.sort_range =
      KeyClause{.attribute = "n", .op = KeyClause::Operator::Greater, .value = values_(2)};
  EXPECT_EQ(found(condition), (Texts{"x9", "x10"}));
}

TEST_F(KeyRangeOfIndex, IsOfAllPartitionAttributesTogether) {
  EXPECT_EQ(found({.partition = {values_("h"), values_(2)}}), Texts{});
}

}  // namespace
}  // namespace partita::query
