#include "wire/parquet/runs.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace partita::parquet {
namespace {

using Numbers = std::vector<std::uint32_t>;

Bytes runs_of(const Numbers& numbers, unsigned width) {
  Bytes bytes;
  append_runs(bytes, numbers, width);
  return bytes;
}

// The format's own example: the numbers 0 to 7 in three bits each.
TEST(Runs, PackEightNumbersIntoAsManyBytesAsTheyHaveBits) {
  EXPECT_EQ(runs_of({0, 1, 2, 3, 4, 5, 6, 7}, 3), Bytes("\x03\x88\xC6\xFA", 4));
}

TEST(Runs, CountEqualNumbers) {
  EXPECT_EQ(runs_of(Numbers(1000, 5), 3), Bytes("\xD0\x0F\x05", 3));
  EXPECT_EQ(runs_of(Numbers(8, 300), 9), Bytes("\x10\x2C\x01", 3));
}

TEST(Runs, FillUpTheLastGroup) { EXPECT_EQ(runs_of({1, 1, 0}, 1), Bytes("\x03\x03", 2)); }

TEST(Runs, ChangeBetweenBothForms) {
  Numbers numbers{0, 1, 0, 1, 0, 1, 0, 1};
  numbers.insert(numbers.end(), 9, 1);
  EXPECT_EQ(runs_of(numbers, 1), Bytes("\x03\xAA\x12\x01", 4));
}

TEST(Runs, KnowHowWideANumberIs) {
  EXPECT_EQ(width_for(0), 0U);
  EXPECT_EQ(width_for(1), 1U);
  EXPECT_EQ(width_for(255), 8U);
  EXPECT_EQ(width_for(256), 9U);
}

}  // namespace
}  // namespace partita::parquet
