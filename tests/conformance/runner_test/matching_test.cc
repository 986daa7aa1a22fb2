#include "conformance/runner/matching.h"

#include <gtest/gtest.h>

namespace partita::conformance {
namespace {

bool is_whole(const char* expected, const char* actual) {
  return !difference(Json::parse(expected), Json::parse(actual), Extent::Whole);
}

bool is_part(const char* expected, const char* actual) {
  return !difference(Json::parse(expected), Json::parse(actual), Extent::Part);
}

TEST(Matching, IgnoresTheOrderOfMembers) {
  EXPECT_TRUE(is_whole(R"({"a":1,"b":2})", R"({"b":2,"a":1})"));
  EXPECT_FALSE(is_whole(R"({"a":1,"b":2})", R"({"b":1,"a":2})"));
}

TEST(Matching, ComparesListsInOrder) {
  EXPECT_TRUE(is_whole("[1,2]", "[1,2]"));
  EXPECT_FALSE(is_whole("[1,2]", "[2,1]"));
  EXPECT_FALSE(is_whole("[1,2]", "[1,2,3]"));
  EXPECT_FALSE(is_part("[1,2]", "[1,2,3]"));
}

TEST(Matching, ComparesSetsInAnyOrder) {
  EXPECT_TRUE(is_whole(R"({"SS":["a","b"]})", R"({"SS":["b","a"]})"));
  EXPECT_FALSE(is_whole(R"({"SS":["a","b"]})", R"({"SS":["a","a"]})"));
  EXPECT_FALSE(is_whole(R"({"SS":["1"]})", R"({"NS":["1"]})"));
  EXPECT_FALSE(is_whole(R"({"L":["a","b"]})", R"({"L":["b","a"]})"));
}

TEST(Matching, ComparesMarkedListsInAnyOrder) {
  EXPECT_TRUE(is_whole(R"(["$unordered",1,2,2])", "[2,1,2]"));
  EXPECT_FALSE(is_whole(R"(["$unordered",1,2,2])", "[2,1,1]"));
  EXPECT_FALSE(is_whole(R"(["$unordered",1])", "[1,2]"));
}

TEST(Matching, RefusesUnexpectedMembersOnlyAsAWhole) {
  EXPECT_FALSE(is_whole(R"({"a":1})", R"({"a":1,"b":2})"));
  EXPECT_TRUE(is_part(R"({"a":1})", R"({"a":1,"b":2})"));
  EXPECT_TRUE(is_part(R"({"a":{"b":1}})", R"({"a":{"b":1,"c":2}})"));
  EXPECT_FALSE(is_part(R"({"a":1})", "{}"));
}

TEST(Matching, KnowsWhatVaries) {
  EXPECT_TRUE(is_whole(R"({"a":"$any"})", R"({"a":null})"));
  EXPECT_FALSE(is_whole(R"({"a":"$any"})", "{}"));
  EXPECT_TRUE(is_whole(R"(["$number","$string","$list"])", R"([1.5,"x",[]])"));
  EXPECT_FALSE(is_whole(R"({"a":"$number"})", R"({"a":"1"})"));
  EXPECT_FALSE(is_whole(R"({"a":"$string"})", R"({"a":""})"));
  EXPECT_TRUE(is_whole(R"({"a":"$absent"})", "{}"));
  EXPECT_FALSE(is_part(R"({"a":"$absent"})", R"({"a":1})"));
}

TEST(Matching, TellsWhereTheDifferenceIs) {
  const auto found = difference(Json::parse(R"({"a":[{"b":1}]})"),
                                Json::parse(R"({"a":[{"b":2}]})"), Extent::Whole);
  EXPECT_EQ(found, "at /a/0/b: expected 1, got 2");
}

bool has_message(const std::string& expected, Extent extent, const std::string& message) {
  return matches_message({.type = "E", .message = expected, .extent = extent}, message);
}

TEST(Matching, ComparesMessagesToTheLetter) {
  EXPECT_TRUE(has_message("a b", Extent::Whole, "a b"));
  EXPECT_FALSE(has_message("a b", Extent::Whole, "a b."));
}

TEST(Matching, FindsPartsOfMessagesInOrder) {
  EXPECT_TRUE(has_message("one...three", Extent::Part, "zero one two three four"));
  EXPECT_FALSE(has_message("three...one", Extent::Part, "zero one two three four"));
  EXPECT_FALSE(has_message("five", Extent::Part, "zero one two three four"));
}

}  // namespace
}  // namespace partita::conformance
