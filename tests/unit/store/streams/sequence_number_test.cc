#include "store/streams/sequence_number.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace partita::streams {
namespace {

TEST(SequenceNumber, HasTwentyOneDigits) {
  EXPECT_EQ(sequence_number(0), "100000000000000000000");
  EXPECT_EQ(sequence_number(42), "100000000000000000042");
  EXPECT_EQ(sequence_number(UINT64_MAX), "118446744073709551615");
}

TEST(SequenceNumber, IsOrderedAsTheStamps) {
  EXPECT_LT(sequence_number(9), sequence_number(10));
  EXPECT_LT(sequence_number(10), sequence_number(UINT64_MAX));
}

TEST(SequenceNumber, IsParsedBack) {
  for (const std::uint64_t stamp : {std::uint64_t{0}, std::uint64_t{42}, UINT64_MAX}) {
    EXPECT_EQ(parse_sequence_number(sequence_number(stamp)), stamp);
  }
}

TEST(SequenceNumber, OfAnotherFormIsNone) {
  for (const char* text :
       {"", "1", "42", "000000000000000000042", "200000000000000000042", "10000000000000000004x",
        "1-0000000000000000042", "1+0000000000000000042", "118446744073709551616",
        "1000000000000000000042", "100000000000000000042 "}) {
    EXPECT_EQ(parse_sequence_number(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace partita::streams
