#include "model/formula/timestamp.h"

#include <gtest/gtest.h>

namespace partita::model {
namespace {

std::string canonical(std::string_view text, TimestampEncoding encoding) {
  const auto instant = parse_rfc3339(text);
  if (!instant) return "no";
  std::string result;
  append_timestamp(result, *instant, encoding);
  return result;
}

std::string in_ms(std::string_view text) { return canonical(text, TimestampEncoding::Rfc3339Ms); }

TEST(Timestamp, IsMadeCanonicalFromAnyRfc3339Form) {
  EXPECT_EQ(in_ms("2025-10-21T14:30:00Z"), "2025-10-21T14:30:00.000Z");
  EXPECT_EQ(in_ms("2025-10-21t14:30:00.5z"), "2025-10-21T14:30:00.500Z");
  EXPECT_EQ(in_ms("2025-10-21T16:30:00.123456+02:00"), "2025-10-21T14:30:00.123Z");
  EXPECT_EQ(in_ms("2025-12-31T23:30:00-05:30"), "2026-01-01T05:00:00.000Z");
  EXPECT_EQ(in_ms("2024-02-29T00:00:00Z"), "2024-02-29T00:00:00.000Z");
}

TEST(Timestamp, RefusesWhatIsNotRfc3339) {
  for (const std::string_view text :
       {"", "2025-10-21", "2025-10-21 14:30:00Z", "2025-10-21T14:30Z", "2025-10-21T14:30:00",
        "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-10-21T24:00:00Z",
        "2025-10-21T14:30:60Z", "2025-10-21T14:30:00.Z", "2025-10-21T14:30:00Zx",
        "2025-10-21T14:30:00+2:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"}) {
    EXPECT_FALSE(parse_rfc3339(text)) << text;
  }
}

TEST(Timestamp, HasOneStoredFormForEachEncoding) {
  const std::string_view text = "2025-10-21T14:30:00.789Z";
  EXPECT_EQ(canonical(text, TimestampEncoding::Rfc3339Ms), "2025-10-21T14:30:00.789Z");
  EXPECT_EQ(canonical(text, TimestampEncoding::Rfc3339), "2025-10-21T14:30:00Z");
  EXPECT_EQ(canonical(text, TimestampEncoding::EpochS), "1761057000");
  EXPECT_EQ(canonical(text, TimestampEncoding::EpochMs), "1761057000789");
}

TEST(Timestamp, ReadsBackWhatItStores) {
  const Instant instant = *parse_rfc3339("1969-12-31T23:59:59Z");
  for (const auto encoding : {TimestampEncoding::Rfc3339Ms, TimestampEncoding::Rfc3339,
                              TimestampEncoding::EpochS, TimestampEncoding::EpochMs}) {
    EXPECT_EQ(read_timestamp(timestamp_value(instant, encoding), encoding), instant);
  }
}

TEST(Timestamp, ReadsOnlyTheCanonicalForm) {
  const auto reads = [](const Value& value, TimestampEncoding encoding) {
    return read_timestamp(value, encoding).has_value();
  };
  EXPECT_TRUE(reads("2025-10-21T14:30:00.000Z", TimestampEncoding::Rfc3339Ms));
  EXPECT_FALSE(reads("2025-10-21T14:30:00Z", TimestampEncoding::Rfc3339Ms));
  EXPECT_FALSE(reads("2025-10-21T14:30:00.000z", TimestampEncoding::Rfc3339Ms));
  EXPECT_FALSE(reads("2025-10-21T14:30:00.000Z", TimestampEncoding::Rfc3339));
  EXPECT_FALSE(reads("1761057000", TimestampEncoding::EpochS));
  EXPECT_TRUE(reads(1761057000, TimestampEncoding::EpochS));
  EXPECT_FALSE(reads(Value(*Number::parse("1761057000.5")), TimestampEncoding::EpochS));
  EXPECT_FALSE(reads(Value(*Number::parse("1e30")), TimestampEncoding::EpochMs));
}

TEST(Timestamp, KnowsDaysThatExist) {
  EXPECT_EQ(day_text(*parse_day("2024-02-29")), "2024-02-29");
  EXPECT_FALSE(parse_day("2025-02-29"));
  EXPECT_FALSE(parse_day("2025-2-9"));
}

TEST(Duration, IsANumberAndAUnit) {
  using namespace std::chrono_literals;
  EXPECT_EQ(parse_duration("15m"), Duration(15min));
  EXPECT_EQ(parse_duration("90d"), Duration(24h * 90));
  EXPECT_EQ(parse_duration("1.5h"), Duration(90min));
  EXPECT_EQ(parse_duration("250ms"), Duration(250ms));
  EXPECT_EQ(parse_duration("2w"), Duration(24h * 14));
  for (const std::string_view text : {"", "15", "m", "15 m", "1h30m", "-5m", "0.0001s", "1y"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
  }
}

TEST(Duration, IsPrintedInItsLargestUnit) {
  EXPECT_EQ(duration_text(*parse_duration("90d")), "90d");
  EXPECT_EQ(duration_text(*parse_duration("24h")), "1d");
  EXPECT_EQ(duration_text(*parse_duration("1500ms")), "1500ms");
}

}  // namespace
}  // namespace partita::model
