#include <gtest/gtest.h>

#include "unit/wire/formats/read_records.h"

namespace partita::formats {
namespace {

using records::Format;

records::ReadOptions csv(records::CsvOptions options = {}) {
  return {.format = Format::Csv, .csv = std::move(options)};
}

TEST(CsvReader, TakesNamesFromTheFirstLine) {
  EXPECT_EQ(read_lines(csv(), "pk,name\r\na,Ann\r\nb,\r\n\r\nc,\"\"\n"),
            (Lines{R"(2 {"name":{"S":"Ann"},"pk":{"S":"a"}})", R"(3 {"pk":{"S":"b"}})",
                   R"(5 {"name":{"S":""},"pk":{"S":"c"}})"}));
}

TEST(CsvReader, TakesNamesFromAHeaderListAndTheFirstLineAsData) {
  EXPECT_EQ(read_lines(csv({.header = {"pk", "n"}}), "pk,name\n"),
            (Lines{R"(1 {"n":{"S":"name"},"pk":{"S":"pk"}})"}));
}

TEST(CsvReader, KnowsTheTypesOfKeysOnly) {
  EXPECT_EQ(read_lines(csv({.typed = {{"pk", ValueType::N}, {"b", ValueType::B}}}),
                       "pk,b,n\n01.50,AQI=,7\nx,AQI=,7\n1,?,7\n"),
            (Lines{R"(2 {"b":{"B":"AQI="},"n":{"S":"7"},"pk":{"N":"1.5"}})",
                   "3 fault: pk: The parameter cannot be converted to a numeric value: x",
                   "4 fault: b: Base64 encoded length is expected a multiple of 4 bytes but found: "
                   "1"}));
}

TEST(CsvReader, QuotesHoldDelimitersQuotesAndLineEnds) {
  EXPECT_EQ(read_lines(csv(), "pk,v\n\"a,\"\"b\"\"\",\"x\ny\"\nc,d\n"),
            (Lines{R"(2 {"pk":{"S":"a,\"b\""},"v":{"S":"x\ny"}})",
                   R"(4 {"pk":{"S":"c"},"v":{"S":"d"}})"}));
}

TEST(CsvReader, TakesEachDelimiterOfAws) {
  for (const char delimiter : std::string(",;:|\t ")) {
    const std::string d(1, delimiter);
    EXPECT_EQ(read_lines(csv({.delimiter = delimiter}), "pk" + d + "v\na" + d + "\"" + d + "\"\n"),
              (Lines{R"(2 {"pk":{"S":"a"},"v":{"S":")" + (d == "\t" ? "\\t" : d) + R"("}})"}));
  }
}

TEST(CsvReader, TellsFaultyRecordsAndGoesOn) {
  EXPECT_EQ(read_lines(csv(), "pk,v\na\nb,1,2\nc\"d,1\n\"e\"f,1\n\xFF,1\ng,1\n\"h,1\n"),
            (Lines{"2 fault: the record has 1 fields, the header has 2",
                   "3 fault: the record has 3 fields, the header has 2",
                   "4 fault: a quote stands inside a field without quotes: put the field into "
                   "quotes and double those inside",
                   "5 fault: something follows the closing quote of a field",
                   "6 fault: the record is no valid UTF-8", R"(7 {"pk":{"S":"g"},"v":{"S":"1"}})",
                   "8 fault: a quoted field does not end"}));
}

TEST(CsvReader, ReadsNothingUnderAHeaderThatItCannotUse) {
  EXPECT_EQ(read_lines(csv(), "pk,pk\na,b\nc,d\n"),
            (Lines{"1 fault: the header has the column \"pk\" twice"}));
  EXPECT_EQ(read_lines(csv(), "pk,\na,b\n"),
            (Lines{"1 fault: the header has a column without a usable name"}));
  std::string wide = "c0";
  for (int i = 1; i < 256; ++i) wide += ",c" + std::to_string(i);
  EXPECT_EQ(read_lines(csv(), wide + "\n"),
            (Lines{"1 fault: the header has 256 columns, and at most 255 are allowed"}));
}

TEST(CsvReader, GoesOnBehindItsHeader) {
  const std::string text = "pk,v\na,1\n\"b\n\",2\nc,3\n";
  const auto whole = read_all(csv(), text);
  ASSERT_EQ(whole.lines.size(), 3U);
  for (std::size_t done = 1; done <= 3; ++done) {
    auto options = csv();
    options.begin = whole.places[done - 1];
    EXPECT_EQ(read_lines(options, text),
              Lines(whole.lines.begin() + static_cast<std::ptrdiff_t>(done), whole.lines.end()));
  }
}

}  // namespace
}  // namespace partita::formats
