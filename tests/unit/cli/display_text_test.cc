#include "cli/display_text.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/value/value.h"

namespace partita::cli {
namespace {

TextTable albums() {
  TextTable table;
  table.columns = {{"artist", true}, {"title"}, {"year"}, {"notes"}};
  table.rows = {{{"Nina Simone"}, {"Pastel Blues"}, {"1965", true}, {"a long note about it"}},
                {{"Ella"}, {"Ella in Berlin"}, {"960", true}, {""}}};
  return table;
}

TEST(DisplayText, WideCharactersTakeTwoColumnsAndMarksNone) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("é"), 1U);
}

TEST(DisplayText, DataCannotSpeakToTheTerminal) {
  EXPECT_EQ(safe_text("a\x1B[31mb\nc\td"), "a [31mb c d");
  EXPECT_EQ(safe_text("a\u202Eb\u009Bc"), "a b c");
  EXPECT_EQ(safe_text("Motörhead 日本"), "Motörhead 日本");
}

TEST(DisplayText, WhatIsCutOffIsShown) {
  EXPECT_EQ(fitted_text("abcdef", 6), "abcdef");
  EXPECT_EQ(fitted_text("abcdef", 4), "abc…");
  EXPECT_EQ(fitted_text("日本語", 4), "日…") << "half of a character is none";
}

TEST(DisplayText, TablesAreAlignedAndNumbersToTheRight) {
  const auto shown = show_table(albums(), {});
  EXPECT_EQ(shown.text,
            "artist       title           year  notes\n"
            "Nina Simone  Pastel Blues    1965  a long note about it\n"
            "Ella         Ella in Berlin   960\n");
  EXPECT_TRUE(shown.hidden.empty());
}

TEST(DisplayText, ANarrowTerminalCutsTheWidestColumnsFirst) {
  const auto shown = show_table(albums(), {.width = 42});
  EXPECT_TRUE(shown.hidden.empty());
  EXPECT_NE(shown.text.find("Nina Simo…  Pastel Bl…  1965  a long no…"), std::string::npos)
      << shown.text;
  std::size_t begin = 0;
  while (begin < shown.text.size()) {
    const auto end = shown.text.find('\n', begin);
    EXPECT_LE(display_width(shown.text.substr(begin, end - begin)), 42U);
    begin = end + 1;
  }
}

TEST(DisplayText, ColumnsThatNobodyCouldReadAreLeftOutAndNamed) {
  const auto shown = show_table(albums(), {.width = 20});
  EXPECT_EQ(shown.hidden, (std::vector<std::string>{"year", "notes"}));
  EXPECT_EQ(shown.text.find("1965"), std::string::npos);
  EXPECT_NE(shown.text.find("Nina Si"), std::string::npos) << shown.text;
}

TEST(DisplayText, OnlyKeysAndNamesAreColoured) {
  const auto shown = show_table(albums(), {.has_colours = true});
  EXPECT_NE(shown.text.find("\x1B[36mElla\x1B[0m"), std::string::npos);
  EXPECT_EQ(shown.text.find("\x1B[36mPastel"), std::string::npos);
  EXPECT_EQ(show_table(albums(), {}).text.find('\x1B'), std::string::npos) << "the control";
}

TEST(DisplayText, NumbersForPeople) {
  EXPECT_EQ(grouped_digits(1234567), "1,234,567");
  EXPECT_EQ(grouped_digits(999), "999");
  EXPECT_EQ(bytes_line(999), "999 B");
  EXPECT_EQ(bytes_line(1500), "1.5 KB");
  EXPECT_EQ(bytes_line(20'000'000), "20 MB");
  EXPECT_EQ(seconds_line(59), "59 s");
  EXPECT_EQ(seconds_line(125), "2 min 5 s");
  EXPECT_EQ(seconds_line(3780), "1 h 3 min");
}

}  // namespace
}  // namespace partita::cli
