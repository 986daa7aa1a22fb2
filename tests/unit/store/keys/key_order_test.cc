// Byte order against plain order, and the way back, over random pairs that are near each other.

#include <gtest/gtest.h>

#include "store/keys/item_keys.h"
#include "store/keys/key_codec.h"
#include "unit/store/keys/key_generator.h"

namespace partita::keys {
namespace {

constexpr int kPairsPerType = 290'000;
constexpr int kTuplePairs = 130'000;

class KeyOrder : public ::testing::Test {
 protected:
  Bytes raw(const KeyValue& value) {
    Bytes key;
    append_raw(key, value);
    return key;
  }

  Bytes comparable(const KeyValue& value) {
    Bytes key;
    append_comparable(key, value);
    return key;
  }

  Bytes tuple(const std::vector<KeyValue>& values) {
    Bytes key;
    append_tuple(key, values);
    return key;
  }

  void expect_plain_order(KeyValueType type);

  std::string seed_ = "PARTITA_TEST_SEED=" + std::to_string(test::seed());
  test::KeyGenerator generator_{test::seed()};
};

void KeyOrder::expect_plain_order(KeyValueType type) {
  for (int i = 0; i < kPairsPerType; ++i) {
    const OwnedKeyValue left = generator_.value(type);
    const OwnedKeyValue right = generator_.neighbour(left);
    const auto plain = test::plain_order(left.view(), right.view());
    const Bytes left_raw = raw(left.view());
    const Bytes left_comparable = comparable(left.view());
    ASSERT_EQ(left_raw <=> raw(right.view()), plain) << seed_ << " pair " << i;
    ASSERT_EQ(left_comparable <=> comparable(right.view()), plain) << seed_ << " pair " << i;

    ByteView input = left_comparable;
    ASSERT_EQ(take_comparable(input, type).value().view(), left.view()) << seed_ << " pair " << i;
    ASSERT_TRUE(input.empty()) << seed_ << " pair " << i;
    ASSERT_EQ(decode_raw(left_raw, type).value().view(), left.view()) << seed_ << " pair " << i;
  }
}

TEST_F(KeyOrder, OfStringsIsThatOfTheirBytes) { expect_plain_order(KeyValueType::String); }

TEST_F(KeyOrder, OfBinariesIsThatOfTheirBytes) { expect_plain_order(KeyValueType::Binary); }

TEST_F(KeyOrder, OfNumbersIsThatOfTheirValues) { expect_plain_order(KeyValueType::Number); }

TEST_F(KeyOrder, OfTuplesGoesAttributeByAttribute) {
  for (int i = 0; i < kTuplePairs; ++i) {
    const std::vector<KeyValueType> types = generator_.types(1 + generator_.below(4));
    const auto left = generator_.tuple(types);
    const auto right = generator_.neighbour(left);
    const auto left_views = test::views_of(left);
    const auto right_views = test::views_of(right);
    const Bytes left_key = tuple(left_views);
    ASSERT_EQ(left_key <=> tuple(right_views), test::plain_order(left_views, right_views))
        << seed_ << " pair " << i;

    const auto decoded = decode_tuple(left_key, types);
    ASSERT_TRUE(decoded.ok()) << seed_ << " pair " << i << " " << decoded.error().to_string();
    ASSERT_EQ(test::views_of(*decoded), left_views) << seed_ << " pair " << i;
  }
}

TEST_F(KeyOrder, OfIndexEntriesIsThatOfTheirSortAttributesWhateverTheItem) {
  const Partition partition{TableId{7}, IndexId{1}, hash_partition(StringKey{"p"})};
  KeyHash lowest;
  KeyHash highest;
  highest.bytes.fill('\xFF');
  for (int i = 0; i < 50'000; ++i) {
    const auto left = generator_.tuple(generator_.types(1 + generator_.below(4)));
    const auto right = generator_.neighbour(left);
    const auto left_views = test::views_of(left);
    const auto right_views = test::views_of(right);
    if (test::plain_order(left_views, right_views) >= 0) continue;
    ASSERT_LT(index_entry_key(partition, left_views, highest),
              index_entry_key(partition, right_views, lowest))
        << seed_ << " pair " << i;
  }
}

}  // namespace
}  // namespace partita::keys
