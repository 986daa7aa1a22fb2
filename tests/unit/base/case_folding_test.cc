#include "partita/base/case_folding.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

TEST(CaseFolding, MakesOneOfTextsThatDifferInCaseOnly) {
  const std::pair<const char*, const char*> pairs[] = {
      {"Anna", "aNNA"},       {"Änne", "äNNE"},     {"Straße", "STRASSE"},
      {"ΣΊΣΥΦΟΣ", "σίσυφος"}, {"ПРИВЕТ", "привет"}, {"\u01C4", "\u01C6"},
      {"İ", "i\u0307"},       {"\u1E9E", "ß"},      {"\u13A0", "\uAB70"},
  };
  for (const auto& [left, right] : pairs) EXPECT_EQ(fold_case(left), fold_case(right)) << left;
}

TEST(CaseFolding, DoesNotSeeHowAccentsAreWritten) {
  EXPECT_EQ(fold_case("\u00C4nne"), fold_case("A\u0308nne"));
  EXPECT_EQ(fold_case("\u1E69"), fold_case("s\u0307\u0323"));
  EXPECT_EQ(fold_case("\u1E69"), fold_case("S\u0323\u0307"));
  // The iota below is a mark of its own once it is decomposed, and folds to a letter.
  EXPECT_EQ(fold_case("\u1FB4"), fold_case("\u03B1\u0301\u0345"));
}

TEST(CaseFolding, KeepsApartWhatIsDifferent) {
  EXPECT_NE(fold_case("a"), fold_case("ä"));
  EXPECT_NE(fold_case("i"), fold_case("ı"));
  EXPECT_NE(fold_case("ss"), fold_case("s"));
}

TEST(CaseFolding, IsItsOwnFoldedForm) {
  for (const char* text :
       {"", "Anna", "Änne", "ΑΣ", "ǰ\u0323", "\u0390", "\U0001F600", "\u0345A"}) {
    EXPECT_EQ(fold_case(fold_case(text)), fold_case(text)) << text;
  }
}

TEST(LowerCase, IsThatOfUnicode) {
  EXPECT_EQ(to_lower_case("Ravi SHANKAR 1"), "ravi shankar 1");
  EXPECT_EQ(to_lower_case("ÄNNE"), "änne");
  EXPECT_EQ(to_lower_case("ПРИВЕТ"), "привет");
  EXPECT_EQ(to_lower_case("Straße"), "straße");
  EXPECT_EQ(to_lower_case("ΣΊΣΥΦΟΣ"), "σίσυφος");
  EXPECT_EQ(to_lower_case(to_lower_case("İΑΣ")), to_lower_case("İΑΣ"));
  EXPECT_EQ(to_lower_case("A\xFF"), "a\xFF");
}

TEST(CaseFolding, TakesWhatIsNoUtf8AsBytes) { EXPECT_EQ(fold_case("A\xFF"), "a\xFF"); }

}  // namespace
}  // namespace partita
