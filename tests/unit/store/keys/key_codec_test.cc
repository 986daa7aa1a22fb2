#include "store/keys/key_codec.h"

#include <gtest/gtest.h>

#include "store/keys/group_codec.h"
#include "store/keys/number_codec.h"

namespace partita::keys {
namespace {

using namespace std::string_literals;

Bytes grouped(ByteView string) {
  Bytes key;
  append_grouped(key, string);
  return key;
}

Bytes encoded(std::string_view number) {
  Bytes key;
  append_number(key, Number::parse(number).value());
  return key;
}

// The message of the Corrupt error that reading `input` gives.
std::string number_damage(ByteView input) {
  const auto result = take_number(input);
  if (result.ok()) return "accepted " + result->to_string();
  EXPECT_EQ(result.error().kind(), ErrorKind::Corrupt);
  return result.error().message();
}

std::string group_damage(ByteView input) {
  const auto result = take_grouped(input);
  if (result.ok()) return "accepted";
  EXPECT_EQ(result.error().kind(), ErrorKind::Corrupt);
  return result.error().message();
}

// These bytes are on disk. If one of these tests fails, the format has changed.
TEST(NumberCodec, WritesTheBytesOfItsGrammar) {
  EXPECT_EQ(encoded("0"), "\x80");
  EXPECT_EQ(encoded("7"), "\xC0\x82\x8C"s);
  EXPECT_EQ(encoded("12"), "\xC0\x83\x18"s);
  EXPECT_EQ(encoded("1234"), "\xC0\x85\x19\x44"s);
  EXPECT_EQ(encoded("-7"), "\x40\x7D\x73"s);
  EXPECT_EQ(encoded("1E-130"), "\xC0\x00\x14"s);
  EXPECT_EQ(encoded("-9E125"), "\x40\x00\x4B"s);
}

TEST(NumberCodec, NeedsTwentyOneBytesForThirtyEightDigitsOfEitherSign) {
  EXPECT_EQ(encoded("12345678901234567890123456789012345678").size(), kNumberBytesMax);
  EXPECT_EQ(encoded("-99999999999999999999999999999999999999").size(), kNumberBytesMax);
}

TEST(NumberCodec, SortsTheEndsOfItsRange) {
  const std::vector<std::string_view> ascending = {"-9.9999999999999999999999999999999999999E125",
                                                   "-1E125",
                                                   "-100",
                                                   "-10.1",
                                                   "-10",
                                                   "-1",
                                                   "-1.0000000000000000000000000000000000001E-130",
                                                   "-1E-130",
                                                   "0",
                                                   "1E-130",
                                                   "1.0000000000000000000000000000000000001E-130",
                                                   "0.1",
                                                   "1",
                                                   "9.9999999999999999999999999999999999999",
                                                   "10",
                                                   "10.1",
                                                   "1E125",
                                                   "9.9999999999999999999999999999999999999E125"};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(encoded(ascending[i - 1]), encoded(ascending[i])) << ascending[i];
  }
}

TEST(NumberCodec, LeavesWhatFollowsInTheInput) {
  const Bytes key = encoded("-12.5") + "rest";
  ByteView input = key;
  EXPECT_EQ(take_number(input).value(), Number::parse("-12.5").value());
  EXPECT_EQ(input, "rest");
}

TEST(NumberCodec, RefusesDamage) {
  EXPECT_EQ(number_damage(""), "a number inside a key is missing");
  EXPECT_EQ(number_damage("\x41\x80\x14"), "a number inside a key has an unknown sign byte");
  EXPECT_EQ(number_damage("\xC0"), "a number inside a key ends after its sign");
  EXPECT_EQ(number_damage("\xC0\x80"), "a number inside a key ends before its last digits");
  EXPECT_EQ(number_damage("\xC0\x80\x15"), "a number inside a key ends before its last digits");
  EXPECT_EQ(number_damage("\xC0\x80\xC8"), "a number inside a key has a pair of digits over 99");
  EXPECT_EQ(number_damage("\xC0\x80\x12"), "a number inside a key starts with the digit 0");
  EXPECT_EQ(number_damage("\xC0\x80\x15\x00"s), "a number inside a key ends in the digits 00");
  EXPECT_EQ(number_damage("\xC0\x80" + Bytes(19, '\x15') + "\x14"),
            "a number inside a key has more than 38 digits");
}

TEST(GroupCodec, WritesTheBytesOfItsGrammar) {
  EXPECT_EQ(grouped(""), "\0\0\0\0\0\0\0\0\x00"s);
  EXPECT_EQ(grouped("a"), "a\0\0\0\0\0\0\0\x01"s);
  EXPECT_EQ(grouped("abcdefg"), "abcdefg\0\x07"s);
  EXPECT_EQ(grouped("abcdefgh"), "abcdefgh\x08");
  EXPECT_EQ(grouped("abcdefghi"), "abcdefgh\x09i\0\0\0\0\0\0\0\x01"s);
}

TEST(GroupCodec, AddsOneByteInEight) {
  EXPECT_EQ(grouped(Bytes(1024, 'x')).size(), 1152U);
  for (const std::size_t bytes : {0, 1, 7, 8, 9, 16, 17, 1023}) {
    EXPECT_EQ(grouped(Bytes(bytes, 'x')).size(), grouped_bytes(bytes)) << bytes;
  }
}

TEST(GroupCodec, LeavesWhatFollowsInTheInput) {
  const Bytes key = grouped("exactly8") + grouped("next");
  ByteView input = key;
  EXPECT_EQ(take_grouped(input).value(), "exactly8");
  EXPECT_EQ(take_grouped(input).value(), "next");
  EXPECT_EQ(input, "");
}

TEST(GroupCodec, RefusesDamage) {
  const std::string inside = "a string inside a key ends inside a group of 8 bytes";
  EXPECT_EQ(group_damage(""), inside);
  EXPECT_EQ(group_damage("abcdefgh"), inside);
  EXPECT_EQ(group_damage("abcdefgh\x09"), inside);
  EXPECT_EQ(group_damage("abcdefgh\x0A"), "a string inside a key has a group marker over 9");
  EXPECT_EQ(group_damage("abcdefgh\xFF"), "a string inside a key has a group marker over 9");
  EXPECT_EQ(group_damage("abcdefgh\x09" + Bytes(9, '\0')),
            "a string inside a key ends in an empty group");
  EXPECT_EQ(group_damage("abcdefgh\x07"), "a string inside a key has padding that is not zero");
}

TEST(KeyCodec, WritesRawStringsAsTheyAre) {
  Bytes key = "prefix";
  append_raw(key, StringKey{"a\0b"s});
  append_raw(key, BinaryKey{"\xFF"});
  EXPECT_EQ(key, "prefixa\0b\xFF"s);
}

TEST(KeyCodec, WritesATupleAsItsComparableValuesInARow) {
  const std::vector<KeyValue> values = {StringKey{"a"}, Number(7), BinaryKey{"b"}};
  Bytes key;
  append_tuple(key, values);
  EXPECT_EQ(key, grouped("a") + encoded("7") + grouped("b"));
  EXPECT_LE(key.size(), tuple_bytes_max(values));
}

TEST(KeyCodec, RefusesARawNumberWithMoreBehindIt) {
  const auto result = decode_raw(encoded("7") + "x", KeyValueType::Number);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().to_string(), "Corrupt: a key goes on after its last number");
}

TEST(KeyCodec, RefusesATupleThatIsTooShortOrTooLong) {
  const std::vector<KeyValueType> types = {KeyValueType::String, KeyValueType::Number};
  EXPECT_TRUE(decode_tuple(grouped("a") + encoded("7"), types).ok());
  for (const Bytes& key : {grouped("a"), grouped("a") + encoded("7") + "\x80"s, "\x80"s}) {
    const auto result = decode_tuple(key, types);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind(), ErrorKind::Corrupt);
  }
}

TEST(KeyValue, IsCheapToCopy) {
  static_assert(std::is_trivially_copyable_v<KeyValue>);
  EXPECT_EQ(type_of(StringKey{"s"}), KeyValueType::String);
  EXPECT_EQ(type_of(Number(1)), KeyValueType::Number);
  EXPECT_EQ(type_of(BinaryKey{"b"}), KeyValueType::Binary);
}

}  // namespace
}  // namespace partita::keys
