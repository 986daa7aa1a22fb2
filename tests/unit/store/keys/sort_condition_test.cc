#include "store/keys/sort_condition.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "store/keys/item_keys.h"
#include "unit/store/keys/key_generator.h"

namespace partita::keys {
namespace {

using namespace std::string_view_literals;

const Partition kSortedTable{TableId{1}, IndexId::Base, hash_partition(StringKey{"p"})};
const Partition kSortedIndex{TableId{1}, IndexId{1}, hash_partition(StringKey{"p"})};

KeyHash item_hash(char byte) {
  KeyHash hash;
  hash.bytes.fill(byte);
  return hash;
}

// Whether the items of the table, and the entries of the index, with this sort value are in the
// range of the condition. They must agree, whatever item the entry belongs to.
bool selects(const SortCondition& condition, const KeyValue& sort) {
  const SortConditions conditions{.last = condition};
  const bool in_table =
      partition_range(kSortedTable, conditions).contains(item_key(kSortedTable, sort));
  const KeyRange range = partition_range(kSortedIndex, conditions);
  for (const char byte : {'\x00', '\xFF'}) {
    const Bytes entry = index_entry_key(kSortedIndex, {&sort, 1}, item_hash(byte));
    EXPECT_EQ(range.contains(entry), in_table);
  }
  return in_table;
}

KeyValue text(std::string_view text) { return StringKey{text}; }

TEST(SortCondition, EqualSelectsOneValueAndNotItsExtensions) {
  const auto condition = SortCondition::equal(text("b"));
  EXPECT_TRUE(selects(condition, text("b")));
  EXPECT_FALSE(selects(condition, text("b\0"sv)));
  EXPECT_FALSE(selects(condition, text("a\xFF")));
  EXPECT_FALSE(selects(condition, text("")));
}

TEST(SortCondition, LessStopsRightBeforeTheValue) {
  const auto condition = SortCondition::less(text("b"));
  EXPECT_TRUE(selects(condition, text("")));
  EXPECT_TRUE(selects(condition, text("a\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF")));
  EXPECT_FALSE(selects(condition, text("b")));
  EXPECT_FALSE(selects(condition, text("b\0"sv)));
}

TEST(SortCondition, LessOrEqualStopsRightBehindTheValue) {
  const auto condition = SortCondition::less_or_equal(text("b"));
  EXPECT_TRUE(selects(condition, text("b")));
  EXPECT_FALSE(selects(condition, text("b\0"sv)));
}

TEST(SortCondition, GreaterStartsRightBehindTheValue) {
  const auto condition = SortCondition::greater(text("b"));
  EXPECT_FALSE(selects(condition, text("b")));
  EXPECT_TRUE(selects(condition, text("b\0"sv)));
  EXPECT_TRUE(selects(condition, text(Bytes(1024, '\xFF'))));
}

TEST(SortCondition, GreaterOrEqualStartsAtTheValue) {
  const auto condition = SortCondition::greater_or_equal(text("b\0"sv));
  EXPECT_FALSE(selects(condition, text("b")));
  EXPECT_TRUE(selects(condition, text("b\0"sv)));
}

TEST(SortCondition, BetweenHoldsBothEnds) {
  const auto condition = SortCondition::between(Number(-5), Number(10));
  EXPECT_FALSE(selects(condition, Number::parse("-5.0000000000000000000000000000001").value()));
  EXPECT_TRUE(selects(condition, Number(-5)));
  EXPECT_TRUE(selects(condition, Number(0)));
  EXPECT_TRUE(selects(condition, Number(10)));
  EXPECT_FALSE(selects(condition, Number::parse("10.000000000000000000000000000001").value()));
}

TEST(SortCondition, BetweenIsEmptyWhenItsEndsAreCrossed) {
  const SortConditions conditions{.last = SortCondition::between(Number(10), Number(-5))};
  for (const Partition& partition : {kSortedTable, kSortedIndex}) {
    const KeyRange range = partition_range(partition, conditions);
    EXPECT_TRUE(range.is_empty());
    EXPECT_EQ(range.begin, range.end);
  }
}

TEST(SortCondition, BeginsWithDoesNotTakeAShorterStringWithTheSamePadding) {
  const auto condition = SortCondition::begins_with(StringKey{"ab\0"sv});
  EXPECT_FALSE(selects(condition, text("ab")));
  EXPECT_TRUE(selects(condition, text("ab\0"sv)));
  EXPECT_TRUE(selects(condition, text("ab\0\0"sv)));
  EXPECT_FALSE(selects(condition, text("ab\x01")));
}

TEST(SortCondition, BeginsWithWorksAtTheBoundaryOfAGroup) {
  const auto condition = SortCondition::begins_with(StringKey{"12345678"});
  EXPECT_FALSE(selects(condition, text("1234567")));
  EXPECT_TRUE(selects(condition, text("12345678")));
  EXPECT_TRUE(selects(condition, text("12345678\0"sv)));
  EXPECT_TRUE(selects(condition, text("12345678\xFF")));
  EXPECT_FALSE(selects(condition, text("12345679")));
}

TEST(SortCondition, BeginsWithOfHighestBytesReachesTheEndOfThePartition) {
  const auto condition = SortCondition::begins_with(BinaryKey{"\xFF\xFF"});
  EXPECT_FALSE(selects(condition, BinaryKey{"\xFF"}));
  EXPECT_FALSE(selects(condition, BinaryKey{"\xFF\xFE\xFF"}));
  EXPECT_TRUE(selects(condition, BinaryKey{"\xFF\xFF"}));
  EXPECT_TRUE(selects(condition, BinaryKey{"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"}));
}

TEST(SortCondition, BeginsWithNothingSelectsThePartition) {
  const auto condition = SortCondition::begins_with(StringKey{""});
  EXPECT_TRUE(selects(condition, text("")));
  EXPECT_TRUE(selects(condition, text("\xFF")));
}

TEST(SortCondition, NeverLeavesThePartition) {
  const std::vector<SortCondition> conditions = {
      SortCondition::greater(text("\xFF")), SortCondition::less(text("\xFF")),
      SortCondition::begins_with(StringKey{"\xFF"}), SortCondition::greater_or_equal(text(""))};
  for (const Partition& partition : {kSortedTable, kSortedIndex}) {
    const KeyRange whole = partition_range(partition);
    for (const SortCondition& condition : conditions) {
      const KeyRange range = partition_range(partition, {.last = condition});
      EXPECT_GE(range.begin, whole.begin);
      EXPECT_LE(range.end, whole.end);
    }
  }
}

TEST(SortConditions, SelectAPrefixOfTheSortAttributes) {
  const std::vector<KeyValue> equal = {StringKey{"a"}};
  const KeyRange range = partition_range(kSortedIndex, {.equal = equal});
  const auto holds = [&](const std::vector<KeyValue>& sort) {
    return range.contains(index_entry_key(kSortedIndex, sort, item_hash('\xFF')));
  };
  EXPECT_TRUE(holds({StringKey{"a"}, Number(-1), StringKey{""}}));
  EXPECT_TRUE(holds({StringKey{"a"}, Number::parse("9E125").value(), StringKey{"\xFF"}}));
  EXPECT_FALSE(holds({StringKey{"a\0"sv}, Number(0), StringKey{""}}));
  EXPECT_FALSE(holds({StringKey{""}, Number(0), StringKey{""}}));
}

struct Operator {
  std::string_view name;
  std::function<SortCondition(const KeyValue&, const KeyValue&)> condition;
  std::function<bool(const KeyValue& sort, const KeyValue&, const KeyValue&)> holds;
};

SortCondition begins_with(const KeyValue& prefix) {
  if (const auto* text = std::get_if<StringKey>(&prefix)) return SortCondition::begins_with(*text);
  return SortCondition::begins_with(std::get<BinaryKey>(prefix));
}

const std::vector<Operator> kOperators = {
    {"=", [](auto& a, auto&) { return SortCondition::equal(a); },
     [](auto& sort, auto& a, auto&) { return test::plain_order(sort, a) == 0; }},
    {"<", [](auto& a, auto&) { return SortCondition::less(a); },
     [](auto& sort, auto& a, auto&) { return test::plain_order(sort, a) < 0; }},
    {"<=", [](auto& a, auto&) { return SortCondition::less_or_equal(a); },
     [](auto& sort, auto& a, auto&) { return test::plain_order(sort, a) <= 0; }},
    {">", [](auto& a, auto&) { return SortCondition::greater(a); },
     [](auto& sort, auto& a, auto&) { return test::plain_order(sort, a) > 0; }},
    {">=", [](auto& a, auto&) { return SortCondition::greater_or_equal(a); },
     [](auto& sort, auto& a, auto&) { return test::plain_order(sort, a) >= 0; }},
    {"BETWEEN", [](auto& a, auto& b) { return SortCondition::between(a, b); },
     [](auto& sort, auto& a, auto& b) {
       return test::plain_order(sort, a) >= 0 && test::plain_order(sort, b) <= 0;
     }},
    {"begins_with", [](auto& a, auto&) { return begins_with(a); },
     [](auto& sort, auto& a, auto&) { return bytes_of(sort).starts_with(bytes_of(a)); }},
};

TEST(SortCondition, SelectsWhatAPlainComparisonSelects) {
  test::KeyGenerator generator(test::seed());
  for (int i = 0; i < 100'000; ++i) {
    const OwnedKeyValue sort = generator.value(generator.type());
    const OwnedKeyValue first = generator.neighbour(sort);
    const OwnedKeyValue second = generator.neighbour(sort);
    const bool is_number = sort.type() == KeyValueType::Number;
    const auto& op = kOperators[generator.below(kOperators.size() - (is_number ? 1 : 0))];
    ASSERT_EQ(selects(op.condition(first.view(), second.view()), sort.view()),
              op.holds(sort.view(), first.view(), second.view()))
        << op.name << " PARTITA_TEST_SEED=" << test::seed() << " round " << i;
  }
}

TEST(SortConditions, OnTuplesSelectWhatAPlainComparisonSelects) {
  test::KeyGenerator generator(test::seed());
  for (int i = 0; i < 50'000; ++i) {
    const auto sort = generator.tuple(generator.types(1 + generator.below(4)));
    const auto wanted = generator.neighbour(sort);
    const std::size_t last = generator.below(sort.size());
    const bool is_number = sort[last].type() == KeyValueType::Number;
    const auto& op = kOperators[generator.below(kOperators.size() - (is_number ? 1 : 0))];
    const OwnedKeyValue upper = generator.neighbour(sort[last]);

    const auto sort_views = test::views_of(sort);
    const auto wanted_views = test::views_of(wanted);
    const std::span equal(wanted_views.data(), last);
    const SortConditions conditions{equal, op.condition(wanted_views[last], upper.view())};
    const bool expected = test::plain_order(equal, std::span(sort_views.data(), last)) == 0 &&
                          op.holds(sort_views[last], wanted_views[last], upper.view());
    const Bytes entry =
        index_entry_key(kSortedIndex, sort_views, item_hash(i % 2 == 0 ? '\0' : '\xFF'));
    ASSERT_EQ(partition_range(kSortedIndex, conditions).contains(entry), expected)
        << op.name << " PARTITA_TEST_SEED=" << test::seed() << " round " << i;
  }
}

}  // namespace
}  // namespace partita::keys
