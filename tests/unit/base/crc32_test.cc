#include "partita/base/crc32.h"

#include <gtest/gtest.h>

#include <numeric>

namespace partita {
namespace {

TEST(Crc32, MatchesKnownSums) {
  EXPECT_EQ(crc32(""), 0U);
  EXPECT_EQ(crc32("a"), 0xE8B7BE43U);
  EXPECT_EQ(crc32("abc"), 0x352441C2U);
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32("The quick brown fox jumps over the lazy dog"), 0x414FA339U);
  EXPECT_EQ(crc32(Bytes(32, '\0')), 0x190A55ADU);
}

TEST(Crc32, SumsPiecesLikeTheWhole) {
  Bytes bytes(256, '\0');
  std::iota(bytes.begin(), bytes.end(), '\0');
  const std::uint32_t whole = crc32(bytes);
  EXPECT_EQ(whole, 0x29058C73U);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const ByteView view = bytes;
    ASSERT_EQ(crc32(view.substr(cut), crc32(view.substr(0, cut))), whole) << cut;
  }
}

TEST(Crc32, KeepsTheSeedForAnEmptyPieceWithoutAddress) { EXPECT_EQ(crc32({}, 7U), 7U); }

}  // namespace
}  // namespace partita
