#include "store/keys/key_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace partita::keys {
namespace {

std::string hex(const KeyHash& hash) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : hash.bytes) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

KeyHash hash_of(std::vector<KeyValue> values) { return hash_partition(values); }

TEST(KeyHash, IsTheBeginningOfSha256) {
  EXPECT_EQ(hex(hash_bytes("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a3");
  EXPECT_EQ(hex(hash_bytes("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4");
}

// This hash is on disk. If this test fails, the format has changed.
TEST(KeyHash, OfAPartitionCoversTypeLengthAndBytes) {
  using namespace std::string_literals;
  EXPECT_EQ(hash_partition(StringKey{"abc"}), hash_bytes("S\0\0\0\x03"s + "abc"));
  EXPECT_EQ(hash_partition(BinaryKey{"\xFF"}), hash_bytes("B\0\0\0\x01\xFF"s));
  EXPECT_EQ(hash_partition(Number(7)), hash_bytes("N\0\0\0\x03\xC0\x82\x8C"s));
  EXPECT_EQ(hash_of({StringKey{"a"}, Number(0)}), hash_bytes("S\0\0\0\x01"s + "aN\0\0\0\x01\x80"s));
}

// docs/DIFFERENCES.md: a Scan gives partitions in the order of this hash. AWS's is that of an MD5.
TEST(KeyHash, HasAnOrderOfItsOwn) {
  const std::vector<std::string> on_aws = {"message", "A", "B", "user01", "user02"};
  std::vector<std::string> here = on_aws;
  std::sort(here.begin(), here.end(), [](const auto& left, const auto& right) {
    return hash_partition(StringKey{left}).view() < hash_partition(StringKey{right}).view();
  });
  EXPECT_NE(here, on_aws);
  EXPECT_EQ(here, (std::vector<std::string>{"B", "message", "user01", "user02", "A"}));
}

TEST(KeyHash, TellsTypesAndBoundariesApart) {
  EXPECT_NE(hash_of({StringKey{"1"}}), hash_of({BinaryKey{"1"}}));
  EXPECT_NE(hash_of({StringKey{"1"}}), hash_of({Number(1)}));
  EXPECT_NE(hash_of({StringKey{"ab"}, StringKey{"c"}}), hash_of({StringKey{"a"}, StringKey{"bc"}}));
  EXPECT_NE(hash_of({StringKey{"a"}, StringKey{"b"}}), hash_of({StringKey{"b"}, StringKey{"a"}}));
  EXPECT_NE(hash_of({StringKey{"a"}}), hash_of({StringKey{"a"}, StringKey{""}}));
}

TEST(KeyHash, IsTheSameForEqualNumbers) {
  EXPECT_EQ(hash_of({Number::parse("1.50").value()}), hash_of({Number::parse("15E-1").value()}));
}

TEST(KeyHash, IsTheSameOnEveryThread) {
  const KeyHash expected = hash_partition(StringKey{"shared"});
  std::vector<KeyHash> hashes(4);
  {
    std::vector<std::jthread> threads;
    for (KeyHash& hash : hashes) {
      threads.emplace_back([&hash] {
        for (int i = 0; i < 1000; ++i) hash = hash_partition(StringKey{"shared"});
      });
    }
  }
  for (const KeyHash& hash : hashes) EXPECT_EQ(hash, expected);
}

}  // namespace
}  // namespace partita::keys
