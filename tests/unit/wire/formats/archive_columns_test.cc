#include "wire/formats/archive_columns.h"

#include <gtest/gtest.h>

#include "partita/value/encoded_item.h"

namespace partita::formats {
namespace {

using archives::ArchivedColumn;
using archives::ColumnKind;

ColumnValue value_in(const ArchivedColumn& column, const Value& value) {
  const EncodedValue stored(value);
  return column_value(column, stored.view());
}

ColumnValue value_in(ColumnKind kind, const Value& value) {
  return value_in(ArchivedColumn{.name = "a", .kind = kind}, value);
}

Value number_value(std::string_view text) { return Value(Number::parse(text).value()); }

TEST(ArchiveColumns, HoldWholeNumbersOf64Bits) {
  EXPECT_EQ(value_in(ColumnKind::Integer, number_value("-9223372036854775808")).datum,
            parquet::Datum{std::int64_t{INT64_MIN}});
  for (const auto* text : {"9223372036854775808", "1.5", "1E+30"}) {
    const auto value = value_in(ColumnKind::Integer, number_value(text));
    EXPECT_TRUE(value.datum.is_null()) << text;
    EXPECT_FALSE(value.is_exact) << text;
  }
}

TEST(ArchiveColumns, HoldDecimalsOfTheirScaleAndPrecision) {
  const ArchivedColumn column{.name = "a", .kind = ColumnKind::Decimal, .precision = 5, .scale = 2};
  EXPECT_EQ(value_in(column, number_value("-12.5")).datum, parquet::Datum{std::int64_t{-1250}});
  EXPECT_EQ(value_in(column, number_value("999.99")).datum, parquet::Datum{std::int64_t{99999}});
  EXPECT_FALSE(value_in(column, number_value("1000")).is_exact);
  EXPECT_FALSE(value_in(column, number_value("0.001")).is_exact);
}

TEST(ArchiveColumns, KnowWhichDoublesAreExact) {
  EXPECT_TRUE(value_in(ColumnKind::Double, number_value("0.1")).is_exact);
  const auto value = value_in(ColumnKind::Double, number_value("0.12345678901234567890123"));
  EXPECT_FALSE(value.is_exact);
  EXPECT_FALSE(value.datum.is_null());
}

TEST(ArchiveColumns, HoldOnlyTimesInTheirOneForm) {
  EXPECT_EQ(value_in(ColumnKind::Moment, Value("1970-01-01T00:00:01.000Z")).datum,
            parquet::Datum{std::int64_t{1000}});
  EXPECT_FALSE(value_in(ColumnKind::Moment, Value("1970-01-01T00:00:01Z")).is_exact);
  EXPECT_EQ(value_in(ColumnKind::Day, Value("1970-01-02")).datum, parquet::Datum{std::int64_t{1}});
  EXPECT_FALSE(value_in(ColumnKind::Day, Value("1970-1-2")).is_exact);
}

TEST(ArchiveColumns, TellWhenAGroupLeavesSomethingOut) {
  const ArchivedColumn column{.name = "a",
                              .kind = ColumnKind::Group,
                              .children = {{.name = "x", .kind = ColumnKind::Text}}};
  EXPECT_TRUE(value_in(column, Value(Map{{"x", "1"}})).is_exact);
  EXPECT_TRUE(value_in(column, Value(Map{})).is_exact);
  EXPECT_FALSE(value_in(column, Value(Map{{"x", "1"}, {"y", "2"}})).is_exact);
  EXPECT_FALSE(value_in(column, Value(Map{{"x", 1}})).is_exact);
}

TEST(ArchiveColumns, TellWhenJsonSaysLessThanTheValue) {
  const auto plain = value_in(ColumnKind::Json, Value(Map{{"a", Value(List{1, "x\"y", true})}}));
  EXPECT_TRUE(plain.is_exact);
  EXPECT_EQ(plain.datum, (parquet::Datum{Bytes(R"({"a":[1,"x\"y",true]})")}));
}

TEST(ArchiveColumns, HoldNothingOfAnotherType) {
  for (const auto kind : {ColumnKind::Number, ColumnKind::Flag, ColumnKind::List, ColumnKind::Group,
                          ColumnKind::TextSet, ColumnKind::Binary}) {
    const auto value = value_in(kind, Value("text"));
    EXPECT_TRUE(value.datum.is_null());
    EXPECT_FALSE(value.is_exact);
  }
}

}  // namespace
}  // namespace partita::formats
