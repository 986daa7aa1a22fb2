#include "language/expression/reserved_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

TEST(ReservedWords, AreFiveHundredAndSeventyThree) { EXPECT_EQ(reserved_words().size(), 573U); }

TEST(ReservedWords, AreSortedAndDifferent) {
  const auto words = reserved_words();
  const auto not_before = [](std::string_view one, std::string_view two) { return one >= two; };
  EXPECT_EQ(std::adjacent_find(words.begin(), words.end(), not_before), words.end());
}

TEST(ReservedWords, AreAllFoundInSmallLettersToo) {
  for (const std::string_view word : reserved_words()) {
    std::string small(word);
    for (char& letter : small) letter = static_cast<char>(letter - 'A' + 'a');
    EXPECT_TRUE(is_reserved_word(word) && is_reserved_word(small)) << word;
  }
}

TEST(ReservedWords, KeepTheMisspelledOnesOfAws) {
  EXPECT_TRUE(is_reserved_word("flattern") && is_reserved_word("innter"));
}

TEST(ReservedWords, DoNotIncludeTheirBeginningsAndContinuations) {
  EXPECT_FALSE(is_reserved_word("statu"));
  EXPECT_FALSE(is_reserved_word("status_"));
  EXPECT_FALSE(is_reserved_word(""));
  EXPECT_FALSE(is_reserved_word(std::string(1000, 'A')));
}

TEST(ReservedWords, AreRefusedInConditionsAsTheyAreWritten) {
  EXPECT_EQ(Given().value(":v", 1).holds("Status = :v", Item{}),
            "Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: "
            "Status");
}

TEST(ReservedWords, AreRefusedInsideAPath) {
  EXPECT_EQ(Given().projected("a.name", Item{}).error().message(),
            "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: "
            "name");
}

TEST(ReservedWords, AreRefusedInUpdates) {
  EXPECT_EQ(
      Given().value(":v", 1).update_error("SET ttl = :v"),
      "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: ttl");
}

TEST(ReservedWords, AreFineBehindAPlaceholder) {
  EXPECT_EQ(Given().name("#s", "status").value(":v", 1).holds("#s = :v", Item{{"status", 1}}),
            "true");
}

}  // namespace
}  // namespace partita::expression
