#include "model/planning/range_bounds.h"

#include <gtest/gtest.h>

namespace partita::planning {
namespace {

model::AttributeType type_of(model::AttributeKind kind, model::TimestampEncoding encoding = {}) {
  model::AttributeType type;
  type.kind = kind;
  type.encoding = encoding;
  return type;
}

ParameterRange range_of(const model::AttributeType& type) {
  return {.attribute = "at", .parameter = "created", .type = &type, .tail = {}};
}

TEST(RangeBounds, IncludeTheLastDay) {
  const auto type = type_of(model::AttributeKind::Timestamp);
  const auto bounds = range_bounds(range_of(type), "", {"2025-10-01", "2025-10-31"});
  ASSERT_TRUE(bounds.ok());
  EXPECT_EQ(bounds->lower, Value("2025-10-01"));
  EXPECT_EQ(bounds->upper, Value("2025-10-31~"));
  EXPECT_TRUE(compare(Value("2025-10-31T23:59:59.999Z"), *bounds->upper) < 0);
}

TEST(RangeBounds, EndWithTheLastUnitOfTheDayInEpochs) {
  const auto seconds = type_of(model::AttributeKind::Timestamp, model::TimestampEncoding::EpochS);
  const auto millis = type_of(model::AttributeKind::Timestamp, model::TimestampEncoding::EpochMs);
  EXPECT_EQ(range_bounds(range_of(seconds), "", {{}, "1970-01-01"})->upper, Value(86399));
  EXPECT_EQ(range_bounds(range_of(millis), "", {{}, "1970-01-01"})->upper, Value(86399999));
}

TEST(RangeBounds, TakeInstantsInAnyForm) {
  const auto type = type_of(model::AttributeKind::Timestamp);
  const auto bounds = range_bounds(range_of(type), "", {"2025-10-21T16:30:00+02:00", {}});
  ASSERT_TRUE(bounds.ok());
  EXPECT_EQ(bounds->lower, Value("2025-10-21T14:30:00.000Z"));
  EXPECT_EQ(bounds->upper, std::nullopt);
}

TEST(RangeBounds, StayBehindThePrefixOfTheKey) {
  const auto type = type_of(model::AttributeKind::Date);
  ParameterRange range = range_of(type);
  range.is_rendered = true;
  range.tail = "~";
  const auto bounds = range_bounds(range, "DATE#", {{}, "2023-12-31"});
  ASSERT_TRUE(bounds.ok());
  EXPECT_EQ(bounds->lower, Value("DATE#"));
  EXPECT_EQ(bounds->upper, Value("DATE#2023-12-31~"));
}

TEST(RangeBounds, WithoutBoundsCoverAllKeysOfThePrefix) {
  const auto type = type_of(model::AttributeKind::Date);
  ParameterRange range = range_of(type);
  range.is_rendered = true;
  const auto bounds = range_bounds(range, "DATE#", {});
  ASSERT_TRUE(bounds.ok());
  EXPECT_TRUE(compare(Value("DATE#9999-12-31#\xC3\xA9"), *bounds->upper) < 0);
}

TEST(RangeBounds, PadNumbersInTemplates) {
  const auto type = type_of(model::AttributeKind::Int);
  ParameterRange range = range_of(type);
  range.is_rendered = true;
  range.width = 4;
  EXPECT_EQ(range_bounds(range, "V#", {"7", {}})->lower, Value("V#0007"));
}

TEST(RangeBounds, RefuseWhatIsNeitherDayNorInstant) {
  const auto type = type_of(model::AttributeKind::Timestamp);
  const auto bounds = range_bounds(range_of(type), "", {"yesterday", {}});
  ASSERT_FALSE(bounds.ok());
  EXPECT_EQ(bounds.error().message(),
            "created: `yesterday` is no bound of at; expected a day such as 2025-10-31 or an "
            "instant such as 2025-10-21T14:30:00.000Z");
}

TEST(RangeBounds, RefuseARangeThatEndsBeforeItBegins) {
  const auto type = type_of(model::AttributeKind::Timestamp);
  EXPECT_FALSE(range_bounds(range_of(type), "", {"2025-10-02", "2025-10-01"}).ok());
}

}  // namespace
}  // namespace partita::planning
