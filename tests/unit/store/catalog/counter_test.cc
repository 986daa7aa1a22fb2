#include "store/catalog/counter.h"

#include <gtest/gtest.h>

namespace partita::catalog {
namespace {

// Stored: these bytes may never change.
TEST(Counter, IsStoredInEightBytesTheHighestFirst) {
  EXPECT_EQ(encode_counter(0x0102030405060708), Bytes("\1\2\3\4\5\6\7\10", 8));
  EXPECT_EQ(decode_counter(ByteView("\0\0\0\0\0\0\1\0", 8)).value(), 256U);
}

TEST(Counter, OfAnotherLengthIsDamaged) {
  EXPECT_EQ(decode_counter("").error().kind(), ErrorKind::Corrupt);
  EXPECT_EQ(decode_counter(Bytes(7, '\0')).error().kind(), ErrorKind::Corrupt);
  EXPECT_EQ(decode_counter(Bytes(9, '\0')).error().kind(), ErrorKind::Corrupt);
}

}  // namespace
}  // namespace partita::catalog
