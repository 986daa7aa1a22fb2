#include "language/expression/document_paths.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

std::string relation(const std::string& one, const std::string& two) {
  const std::string error =
      Given().value(":v", 1).update_error("SET " + one + " = :v, " + two + " = :v", Item{});
  if (error.find("overlap") != std::string::npos) return "overlap";
  return error.find("conflict") != std::string::npos ? "conflict" : "apart";
}

TEST(DocumentPaths, OverlapIfOneIsTheOther) {
  EXPECT_EQ(relation("a", "a"), "overlap");
  EXPECT_EQ(relation("a.b[1]", "a.b[1]"), "overlap");
}

TEST(DocumentPaths, OverlapIfOneLeadsIntoTheOther) {
  EXPECT_EQ(relation("a", "a.b"), "overlap");
  EXPECT_EQ(relation("a.b.c.d", "a.b"), "overlap");
  EXPECT_EQ(relation("a", "a[1]"), "overlap");
  EXPECT_EQ(relation("a[1][1]", "a[1]"), "overlap");
}

TEST(DocumentPaths, ConflictIfOneTakesAMapForAList) {
  EXPECT_EQ(relation("a.b", "a[1]"), "conflict");
  EXPECT_EQ(relation("a.b.c", "a.b[2]"), "conflict");
}

TEST(DocumentPaths, AreApartBesideEachOther) {
  EXPECT_EQ(relation("a.b", "a.c"), "apart");
  EXPECT_EQ(relation("a[0]", "a[1]"), "apart");
  EXPECT_EQ(relation("a", "ab"), "apart");
}

TEST(DocumentPaths, AreComparedByTheMeaningOfTheirNames) {
  EXPECT_EQ(Given()
                .name("#one", "a")
                .name("#two", "a")
                .value(":v", 1)
                .update_error("SET #one = :v REMOVE #two"),
            "Invalid UpdateExpression: Two document paths overlap with each other; must remove or "
            "rewrite one of these paths; path one: [a], path two: [a]");
}

TEST(DocumentPaths, TellTheOverlapBeforeTheConflict) {
  EXPECT_EQ(Given().value(":v", 1).update_error("SET a.b = :v, a[1] = :v, c = :v, c.d = :v"),
            "Invalid UpdateExpression: Two document paths overlap with each other; must remove or "
            "rewrite one of these paths; path one: [c], path two: [c, d]");
}

TEST(DocumentPaths, NameTheFirstPairInTheOrderOfTheText) {
  EXPECT_EQ(Given().value(":v", 1).update_error("SET z = :v, b = :v, b = :v, z = :v"),
            "Invalid UpdateExpression: Two document paths overlap with each other; must remove or "
            "rewrite one of these paths; path one: [b], path two: [b]");
}

TEST(DocumentPaths, FindAMeetingAmongHundreds) {
  std::string text = "SET a0.x = :v";
  for (int i = 1; i < 200; ++i) text += ", a" + std::to_string(i) + ".x = :v";
  EXPECT_EQ(Given().value(":v", 1).update_error(text + ", a77 = :v"),
            "Invalid UpdateExpression: Two document paths overlap with each other; must remove or "
            "rewrite one of these paths; path one: [a77, x], path two: [a77]");
}

TEST(DocumentPaths, MayReadWhatAnotherWrites) {
  EXPECT_EQ(Given().updated("SET b = a REMOVE a", Item{{"a", 1}}).value(), (Item{{"b", 1}}));
}

TEST(KeysAreScalars, RefusesAPathIntoAKey) {
  const std::vector<PathStep> into = {std::string_view("pk"), std::string_view("x")};
  const std::vector<PathStep> whole = {std::string_view("pk")};
  const std::vector<DocumentPath> paths = {whole, into};
  const std::vector<std::string_view> keys = {"pk", "sk"};
  EXPECT_EQ(check_keys_are_scalars(paths, keys, KeyRole::Table).error().message(),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: Key: pk");
  EXPECT_EQ(check_keys_are_scalars(paths, keys, KeyRole::Index).error().message(),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: IndexKey: pk");
}

TEST(KeysAreScalars, AllowsPathsIntoOtherAttributes) {
  const std::vector<PathStep> other = {std::string_view("m"), std::size_t{0}};
  const std::vector<PathStep> whole = {std::string_view("pk")};
  const std::vector<DocumentPath> paths = {whole, other};
  const std::vector<std::string_view> keys = {"pk"};
  EXPECT_TRUE(check_keys_are_scalars(paths, keys, KeyRole::Table).ok());
}

}  // namespace
}  // namespace partita::expression
