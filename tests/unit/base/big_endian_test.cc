#include "partita/base/big_endian.h"

#include <gtest/gtest.h>

#include <limits>

namespace partita {
namespace {

enum class Id : std::uint32_t {};

template <typename T>
Bytes stored(T value) {
  Bytes bytes;
  append_integer(bytes, value);
  return bytes;
}

TEST(BigEndian, HasAsManyBytesAsTheTypeTheHighestFirst) {
  EXPECT_EQ(stored(std::uint8_t{0xA1}), Bytes("\xA1", 1));
  EXPECT_EQ(stored(std::uint16_t{0xA1B2}), Bytes("\xA1\xB2", 2));
  EXPECT_EQ(stored(std::uint32_t{0xA1B2C3D4}), Bytes("\xA1\xB2\xC3\xD4", 4));
  EXPECT_EQ(stored(std::uint64_t{0x0102030405060708}), Bytes("\1\2\3\4\5\6\7\10", 8));
  EXPECT_EQ(stored(Id{7}), Bytes("\0\0\0\7", 4));
  EXPECT_EQ(stored(std::int64_t{-2}), Bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE", 8));
}

TEST(BigEndian, AppendsBehindWhatIsThere) {
  Bytes bytes = "ab";
  append_integer(bytes, std::uint16_t{1});
  append_with_length(bytes, "xyz");
  EXPECT_EQ(bytes, Bytes("ab\0\1\0\0\0\3xyz", 11));
}

TEST(BigEndian, SortsAsTheNumbersDo) {
  EXPECT_LT(stored(std::uint32_t{255}), stored(std::uint32_t{256}));
  EXPECT_LT(stored(std::uint64_t{0x7FFFFFFFFFFFFFFF}), stored(std::uint64_t{0x8000000000000000}));
}

template <typename T>
void expect_read_back(T value) {
  const Bytes bytes = stored(value);
  EXPECT_EQ(ByteReader(bytes).integer<T>(), value);
}

TEST(ByteReader, ReadsWhatWasAppended) {
  expect_read_back(std::numeric_limits<std::uint64_t>::max());
  expect_read_back(std::numeric_limits<std::int64_t>::min());
  expect_read_back(std::int64_t{-1});
  expect_read_back(std::uint16_t{0x80FF});
  expect_read_back(Id{0xFEDCBA98});
}

TEST(ByteReader, TakesFieldsFromTheFront) {
  const Bytes bytes("\0\2xyrest", 8);
  ByteReader reader(bytes);
  const auto length = reader.integer<std::uint16_t>();
  EXPECT_EQ(reader.bytes(length), "xy");
  EXPECT_EQ(reader.rest(), "rest");
}

TEST(ByteReader, KnowsWhatIsLeft) {
  ByteReader reader("abc");
  EXPECT_TRUE(reader.has(3));
  EXPECT_FALSE(reader.has(4));
  reader.bytes(3);
  EXPECT_TRUE(reader.has(0));
  EXPECT_FALSE(reader.has(1));
}

TEST(ByteReaderDeathTest, DoesNotReadBehindTheEnd) {
  EXPECT_DEATH(ByteReader("abc").integer<std::uint32_t>(), "");
}

}  // namespace
}  // namespace partita
