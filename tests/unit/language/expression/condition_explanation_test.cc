#include "language/expression/condition_explanation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "language/expression/tree_builder.h"
#include "partita/base/utf8.h"
#include "partita/value/encoded_item.h"
#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

using Tree = std::shared_ptr<const ConditionTree>;

std::string explained(const Tree& tree, const Given& given, const std::optional<Item>& item) {
  const Placeholders meanings = given.placeholders();
  PlaceholderUse use(meanings);
  const auto condition = Condition::bind(tree, use);
  if (!condition.ok()) return condition.error().message();
  const EncodedItem encoded = item ? EncodedItem(*item) : EncodedItem();
  const auto view = item ? std::optional(encoded.view()) : std::nullopt;
  EXPECT_FALSE(condition->holds(view));
  return explain_failure(*condition, view);
}

std::string explained(std::string_view text, const Given& given, const std::optional<Item>& item) {
  const auto tree = parse_condition(ExpressionKind::Condition, text);
  return tree.ok() ? explained(*tree, given, item) : tree.error().message();
}

// A job, and the placeholders that its worker sends.
const Item& job() {
  static const Item item{
      {"pk", "job-1"},
      {"status", "COMPLETED"},
      {"attempts", 3},
      {"price", Number::parse("-0.5").value()},
      {"is_urgent", true},
      {"parent", nullptr},
      {"digest", Binary{"abc"}},
      {"flag", Binary{"x"}},
      {"steps", List{1, "two"}},
      {"owner", Map{{"name", "Ada"}, {"mails", List{"a@b.c", "d@e.f"}}}},
      {"tags", strings({"red", "green"})},
      {"sizes", numbers({1, 2, 3})},
      {"parts", binaries({Binary{"p"}})},
  };
  return item;
}

const Given& worker() {
  static const Given given = Given()
                                 .name("#status", "status")
                                 .name("#o", "owner")
                                 .name("#n", "name")
                                 .value(":expectedStatus", "QUEUED")
                                 .value(":failed", "FAILED")
                                 .value(":done", "COMPLETED")
                                 .value(":one", 1)
                                 .value(":two", 2)
                                 .value(":five", 5)
                                 .value(":nine", 9)
                                 .value(":yes", true)
                                 .value(":no", false)
                                 .value(":null", nullptr)
                                 .value(":list", List{})
                                 .value(":map", Map{{"a", 1}})
                                 .value(":blue", "blue")
                                 .value(":J", "J")
                                 .value(":N", "N")
                                 .value(":binary", Binary{"zz"})
                                 .value(":strings", strings({"red"}))
                                 .value(":numbers", numbers({7, 8}))
                                 .value(":binaries", binaries({Binary{"a"}, Binary{"b"}}));
  return given;
}

struct Case {
  std::string_view condition;
  std::string_view explanation;
};

void expect_explanations(const std::vector<Case>& cases, const std::optional<Item>& item) {
  for (const auto& [condition, explanation] : cases) {
    EXPECT_EQ(explained(condition, worker(), item), explanation) << condition;
  }
}

TEST(ConditionExplanation, TellsTheTestAndItsOperands) {
  expect_explanations(
      {
          {"#status = :expectedStatus",
           R"(#status = :expectedStatus is false (status is "COMPLETED", )"
           R"(:expectedStatus is "QUEUED"))"},
          {"#status<>:done", R"(#status <> :done is false (status is "COMPLETED", )"
                             R"(:done is "COMPLETED"))"},
          {"attempts < :one", "attempts < :one is false (attempts is 3, :one is 1)"},
          {"attempts <= :one", "attempts <= :one is false (attempts is 3, :one is 1)"},
          {"attempts > :five", "attempts > :five is false (attempts is 3, :five is 5)"},
          {"(attempts) >= (:five)", "attempts >= :five is false (attempts is 3, :five is 5)"},
          {":one = attempts", ":one = attempts is false (:one is 1, attempts is 3)"},
          {"price = attempts", "price = attempts is false (price is -0.5, attempts is 3)"},
          {"attempts between :five and :nine",
           "attempts BETWEEN :five AND :nine is false (attempts is 3, :five is 5, :nine is 9)"},
          {"attempts in (:one,:two)",
           "attempts IN (:one, :two) is false (attempts is 3, :one is 1, :two is 2)"},
          {":one = :two", ":one = :two is false (:one is 1, :two is 2)"},
      },
      job());
}

TEST(ConditionExplanation, TellsOfFunctions) {
  expect_explanations(
      {
          {"attribute_not_exists(pk)", R"(attribute_not_exists(pk) is false (pk is "job-1"))"},
          {"attribute_exists(#o.phone)",
           "attribute_exists(#o.phone) is false (owner.phone is absent)"},
          {"attribute_type(#status, :N)",
           R"(attribute_type(#status, :N) is false (status is "COMPLETED", :N is "N"))"},
          {"begins_with(pk,:J)", R"(begins_with(pk, :J) is false (pk is "job-1", :J is "J"))"},
          {"contains(tags, :blue)",
           R"(contains(tags, :blue) is false (tags is a string set of 2 elements, )"
           R"(:blue is "blue"))"},
          {"size(#status) > :nine",
           "size(#status) > :nine is false (size(status) is 9, :nine is 9)"},
          {"size(tags) > size(:strings) AND size(steps) = :nine",
           "size(steps) = :nine is false (size(steps) is 2, :nine is 9)"},
          {"size(:map) > size(#o)",
           "size(:map) > size(#o) is false (size(:map) is 1, size(owner) is 2)"},
          {"size(digest) < :one", "size(digest) < :one is false (size(digest) is 3, :one is 1)"},
          {"contains(sizes, size(parts)) AND contains(sizes, size(#status))",
           "contains(sizes, size(#status)) is false (sizes is a number set of 3 elements, "
           "size(status) is 9)"},
      },
      job());
}

TEST(ConditionExplanation, TellsWhatHasNoSize) {
  expect_explanations(
      {
          {"size(attempts) = :one", "size(attempts) = :one is false (attempts is 3, :one is 1)"},
          {"size(phone) = :one", "size(phone) = :one is false (phone is absent, :one is 1)"},
      },
      job());
}

TEST(ConditionExplanation, ShowsEachTypeOfValue) {
  expect_explanations(
      {
          {"attempts = :J", R"(attempts = :J is false (attempts is 3, :J is "J"))"},
          {"is_urgent = :no", "is_urgent = :no is false (is_urgent is true, :no is false)"},
          {"parent <> :null", "parent <> :null is false (parent is NULL, :null is NULL)"},
          {"digest = :binary",
           "digest = :binary is false (digest is a binary of 3 bytes, :binary is a binary of 2 "
           "bytes)"},
          {"flag = :yes", "flag = :yes is false (flag is a binary of 1 byte, :yes is true)"},
          {"steps = :list",
           "steps = :list is false (steps is a list of 2 elements, :list is a list of 0 elements)"},
          {"#o = :map",
           "#o = :map is false (owner is a map of 2 members, :map is a map of 1 member)"},
          {"tags = :strings",
           "tags = :strings is false (tags is a string set of 2 elements, :strings is a string set "
           "of 1 element)"},
          {"sizes = :numbers",
           "sizes = :numbers is false (sizes is a number set of 3 elements, :numbers is a number "
           "set of 2 elements)"},
          {"parts = :binaries",
           "parts = :binaries is false (parts is a binary set of 1 element, :binaries is a binary "
           "set of 2 elements)"},
      },
      job());
}

TEST(ConditionExplanation, WritesPathsAsTheClientAndValuesByTheirNames) {
  expect_explanations(
      {
          {"#o.#n = :J", R"(#o.#n = :J is false (owner.name is "Ada", :J is "J"))"},
          {"#o.mails[1] = :J",
           R"(#o.mails[1] = :J is false (owner.mails[1] is "d@e.f", :J is "J"))"},
          {"#o.mails[2] = :J",
           R"(#o.mails[2] = :J is false (owner.mails[2] is absent, :J is "J"))"},
      },
      job());
}

TEST(ConditionExplanation, SaysThatThereIsNoItem) {
  expect_explanations(
      {
          {"#status = :expectedStatus",
           "#status = :expectedStatus is false (the item does not exist)"},
          {"attribute_exists(pk) AND attempts < :five",
           "attribute_exists(pk) is false (the item does not exist)"},
          {"size(tags) > :one", "size(tags) > :one is false (the item does not exist)"},
          {"NOT attribute_not_exists(pk)",
           "attribute_not_exists(pk) is true (the item does not exist)"},
          {"attempts = :one OR attempts = :two",
           "attempts = :one is false and attempts = :two is false (the item does not exist)"},
          {":one = :two", ":one = :two is false (:one is 1, :two is 2)"},
      },
      std::nullopt);
}

TEST(ConditionExplanation, NamesTheFirstFailureOfAConjunction) {
  expect_explanations(
      {
          {"attribute_exists(pk) AND attempts = :one AND #status = :failed",
           "attempts = :one is false (attempts is 3, :one is 1)"},
          {"(attempts > :one AND attempts < :two) AND pk = :J",
           "attempts < :two is false (attempts is 3, :two is 2)"},
      },
      job());
}

TEST(ConditionExplanation, NamesUpToThreeOfADisjunction) {
  expect_explanations(
      {
          {"#status = :expectedStatus OR #status = :failed",
           R"(#status = :expectedStatus is false and #status = :failed is false )"
           R"((status is "COMPLETED", :expectedStatus is "QUEUED", :failed is "FAILED"))"},
          {"attempts = :one OR attempts = :two OR attempts = :five",
           "attempts = :one is false, attempts = :two is false and attempts = :five is false "
           "(attempts is 3, :one is 1, :two is 2, :five is 5)"},
          {"attempts = :one OR attempts = :two OR attempts = :five OR attempts = :nine OR "
           "attribute_not_exists(pk)",
           "attempts = :one is false, attempts = :two is false, attempts = :five is false and 2 "
           "more (attempts is 3, :one is 1, :two is 2, :five is 5)"},
          {"attempts = :one OR (attribute_exists(pk) AND attempts = :two)",
           "attempts = :one is false and attempts = :two is false (attempts is 3, :one is 1, :two "
           "is 2)"},
      },
      job());
}

TEST(ConditionExplanation, TellsWhatNotRefuses) {
  expect_explanations(
      {
          {"NOT #status = :done",
           R"(#status = :done is true (status is "COMPLETED", :done is "COMPLETED"))"},
          {"NOT (attempts = :one OR attempts > :two OR attempts > :one)",
           "attempts > :two is true (attempts is 3, :two is 2)"},
          {"NOT (attempts > :one AND attempts > :two)",
           "attempts > :one is true and attempts > :two is true (attempts is 3, :one is 1, :two is "
           "2)"},
          {"NOT NOT attempts = :one", "attempts = :one is false (attempts is 3, :one is 1)"},
          {"NOT (attempts > :one AND NOT attempts < :two)",
           "attempts > :one is true and attempts < :two is false (attempts is 3, :one is 1, :two "
           "is "
           "2)"},
      },
      job());
}

TEST(ConditionExplanation, ShowsTheValuesOfConditionsThatAreNoText) {
  const EncodedValue queued(Value("QUEUED"));
  const EncodedValue one(Value(1));
  const EncodedValue red(Value("red"));
  ConditionBuilder builder;
  const auto same =
      builder.compare(builder.path("a.b"), Comparator::Equal, builder.value(one.view()));
  const auto status =
      builder.in(builder.path("status"), {builder.value(queued.view()), builder.value(one.view())});
  const auto tags = builder.not_(
      builder.call(Function::Contains, {builder.path("tags"), builder.value(red.view())}));
  const auto root = builder.or_({same, status, tags});
  const auto tree = std::move(builder).finish(root);
  EXPECT_EQ(
      explained(tree, Given(), job()),
      R"(a.b = 1 is false, status IN ("QUEUED", 1) is false and contains(tags, "red") is true )"
      R"((a.b is absent, status is "COMPLETED", tags is a string set of 2 elements))");
}

TEST(ConditionExplanation, TellsNoFactsWhereTheTestHasThemAll) {
  const EncodedValue one(Value(1));
  const EncodedValue two(Value(2));
  ConditionBuilder builder;
  const auto test =
      builder.compare(builder.value(one.view()), Comparator::Equal, builder.value(two.view()));
  EXPECT_EQ(explained(std::move(builder).finish(test), Given(), job()), "1 = 2 is false");
}

TEST(ConditionExplanation, TellsOfAConditionThatNeverHolds) {
  ConditionBuilder builder;
  const auto root = builder.or_({});
  EXPECT_EQ(explained(std::move(builder).finish(root), Given(), job()), "it never holds");
}

TEST(ConditionExplanation, CutsStringsBehindFortyCharacters) {
  const std::string forty = "ÄÖ345678901234567890123456789012345678€0";
  const Given given = Given().value(":v", "x");
  EXPECT_EQ(explained("a = :v", given, Item{{"a", forty}}),
            R"(a = :v is false (a is "ÄÖ345678901234567890123456789012345678€0", :v is "x"))");
  EXPECT_EQ(explained("a = :v", given, Item{{"a", forty + "€"}}),
            R"(a = :v is false (a is "ÄÖ345678901234567890123456789012345678€0...", :v is "x"))");
}

TEST(ConditionExplanation, CutsLongNamesOfAttributes) {
  const Given given = Given().name("#a", std::string(81, 'a')).value(":v", 1);
  EXPECT_EQ(
      explained("#a = :v", given, Item{{"pk", "a"}}),
      "#a = :v is false (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      "aaaaaaaa... is absent, :v is 1)");
}

TEST(ConditionExplanation, ShowsTheFirstEightOfAListAndWhatFitsOfTheirValues) {
  Given given;
  std::string list;
  for (int i = 10; i < 20; ++i) {
    const std::string name = ":value" + std::to_string(i);
    given.value(name, "this-is-a-rather-long-value-of-" + std::to_string(i));
    list += (list.empty() ? "" : ", ") + name;
  }
  EXPECT_EQ(
      explained("a IN (" + list + ")", given, Item{{"a", 1}}),
      R"(a IN (:value10, :value11, :value12, :value13, :value14, :value15, :value16, :value17, )"
      R"(...) is false (a is 1, :value10 is "this-is-a-rather-long-value-of-10", )"
      R"(:value11 is "this-is-a-rather-long-value-of-11", )"
      R"(:value12 is "this-is-a-rather-long-value-of-12", )"
      R"(:value13 is "this-is-a-rather-long-value-of-13", )"
      R"(:value14 is "this-is-a-rather-long-value-of-14", ...))");
}

// Names and placeholders of all lengths, so that every part is cut once.
TEST(ConditionExplanation, NeverHasMoreThanFourHundredCharacters) {
  const auto long_number = Number::parse("-1E-130").value();
  std::size_t longest = 0;
  for (std::size_t length = 1; length <= 250; length += 3) {
    Given given = Given().value(":v", long_number);
    std::string condition;
    for (const char letter : {'a', 'b', 'c', 'd'}) {
      const std::string name = "#" + std::string(length, letter);
      std::string meaning(1, letter);
      for (std::size_t i = 0; i < length; ++i) meaning += "ü";
      given.name(name, meaning);
      condition += (condition.empty() ? "" : " OR ") + name + " = :v";
    }
    const std::string text = explained(condition, given, Item{{"pk", "a"}});
    EXPECT_TRUE(is_valid_utf8(text)) << text;
    EXPECT_LE(utf16_units(text), kExplanationCharactersMax) << text;
    longest = std::max(longest, utf16_units(text));
  }
  EXPECT_GT(longest, kExplanationCharactersMax - 10);
}

TEST(ConditionExplanation, KeepsRoomForFactsBesideALongTest) {
  const std::string name = "#" + std::string(250, 'n');
  const Given given = Given().name(name, "status").value(":v", 1);
  EXPECT_EQ(explained(name + " = :v", given, Item{{"status", "DONE"}}),
            "#" + std::string(239, 'n') + R"(... is false (status is "DONE", :v is 1))");
}

}  // namespace
}  // namespace partita::expression
