#include "model/samples/ids.h"

#include <gtest/gtest.h>

#include "model/definition/attribute.h"

namespace partita::samples {
namespace {

const model::Instant kInstant = *model::parse_rfc3339("2025-10-21T14:30:00.123Z");

Dice dice_of(std::uint64_t seed) { return {seed, {.plan = 1, .ordinal = 2, .what = "id"}}; }

TEST(Ids, HaveTheirFormats) {
  Dice dice = dice_of(1);
  for (int i = 0; i < 100; ++i) {
    const std::string four = uuid4(dice);
    const std::string seven = uuid7(dice, kInstant);
    EXPECT_TRUE(model::has_format(four, model::TextFormat::Uuid)) << four;
    EXPECT_EQ(four[14], '4');
    EXPECT_TRUE(model::has_format(seven, model::TextFormat::Uuid)) << seven;
    EXPECT_EQ(seven[14], '7');
    EXPECT_TRUE(model::has_format(ulid(dice, kInstant), model::TextFormat::Ulid));
    EXPECT_EQ(ksuid(dice, kInstant).size(), 27U);
  }
}

TEST(Ids, SortByTheirTime) {
  Dice dice = dice_of(2);
  const model::Instant later = kInstant + std::chrono::seconds(1);
  EXPECT_LT(ulid(dice, kInstant), ulid(dice, later));
  EXPECT_LT(uuid7(dice, kInstant), uuid7(dice, later));
  EXPECT_LT(ksuid(dice, kInstant), ksuid(dice, later));
}

TEST(Ids, BeginWithTheMillisecondsOfTheirTime) {
  Dice dice = dice_of(3);
  // 1761057000123 is 0x19a072d4abb.
  const std::string text = uuid7(dice, kInstant);
  EXPECT_EQ(text.substr(0, 8) + text.substr(9, 4), "019a072d4abb");
}

TEST(Ids, KeepTheirPrefixAndSuffix) {
  Dice dice = dice_of(4);
  const model::IdGenerator generator{
      .kind = model::IdGenerator::Kind::Ulid, .prefix = "task-", .suffix = ".x"};
  const std::string id = generated_id(generator, dice, kInstant);
  EXPECT_TRUE(id.starts_with("task-") && id.ends_with(".x")) << id;
  EXPECT_EQ(id.size(), 26U + 7U);
}

TEST(Dice, FallAlikeForTheSameDecisionOnly) {
  Dice first(1, {.plan = 1, .ordinal = 2, .what = "a"});
  Dice same(1, {.plan = 1, .ordinal = 2, .what = "a"});
  Dice other(1, {.plan = 1, .ordinal = 2, .what = "b"});
  const std::uint64_t bits = first.bits();
  EXPECT_EQ(bits, same.bits());
  EXPECT_NE(bits, other.bits());
}

TEST(Dice, StayBetweenTheirBounds) {
  Dice dice = dice_of(5);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t drawn = dice.between(-3, 4);
    EXPECT_GE(drawn, -3);
    EXPECT_LE(drawn, 4);
  }
  EXPECT_EQ(dice.between(7, 7), 7);
  EXPECT_EQ(dice.below(0), 0U);
}

}  // namespace
}  // namespace partita::samples
