#include "partita/value/encoded_item.h"

#include <gtest/gtest.h>

#include <string>

namespace partita {
namespace {

Item item_of(int number, std::size_t bytes) {
  return {{"number", number}, {"text", std::string(bytes, static_cast<char>('a' + number % 26))}};
}

void expect_all(const EncodedItemList& list, int count, std::size_t bytes) {
  ASSERT_EQ(list.size(), static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(list.at(static_cast<std::size_t>(i)).to_item(), item_of(i, bytes));
  }
}

EncodedItemList list_of(int count, std::size_t bytes) {
  EncodedItemList list;
  for (int i = 0; i < count; ++i) list.append(EncodedItem(item_of(i, bytes)).view());
  return list;
}

TEST(EncodedItemList, GivesEachItemAsItWas) {
  expect_all(list_of(0, 1), 0, 1);
  expect_all(list_of(1, 400'000), 1, 400'000);
  expect_all(list_of(300, 10), 300, 10);
}

TEST(EncodedItemList, MayHaveMegabytes) {
  for (const std::size_t bytes : {5'000, 100'000, 256 << 10, 400'000}) {
    const auto list = list_of(40, bytes);
    expect_all(list, 40, bytes);
    EXPECT_GT(list.size_bytes(), 40 * bytes);
    EXPECT_LT(list.size_bytes(), 40 * (bytes + 100));
  }
}

TEST(EncodedItemList, KeepsItsItemsWhenItIsCopiedOrMoved) {
  auto list = list_of(30, 50'000);
  const auto copy = list;
  expect_all(copy, 30, 50'000);
  expect_all(std::move(list), 30, 50'000);
}

}  // namespace
}  // namespace partita
