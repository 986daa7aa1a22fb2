#include "store/items/capacity.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/value/encoded_item.h"
#include "partita/value/measure.h"

namespace partita::items {
namespace {

double units_of(const Item& item, ReadConsistency consistency = ReadConsistency::Strong) {
  return read_units_of(EncodedItem(item).view(), consistency);
}

TEST(ReadUnits, OfAnItemAreThoseOfItsSize) {
  EXPECT_EQ(units_of({{"pk", "a"}}), 1);
  EXPECT_EQ(units_of({{"pk", std::string(4094, 'a')}}), 1);
  EXPECT_EQ(units_of({{"pk", std::string(4095, 'a')}}), 2);
  EXPECT_EQ(units_of({{"pk", std::string(4094, 'a')}}, ReadConsistency::Eventual), 0.5);
  EXPECT_EQ(units_of({{"pk", std::string(4095, 'a')}}, ReadConsistency::Transactional), 4);
}

// What counts most for the bytes that it is stored in: an item that is stored in half a unit is not
// measured.
TEST(ReadUnits, NoValueCountsMoreThanTwiceItsStoredBytes) {
  List empty_lists;
  List truths;
  List zeros;
  List negatives;
  Map members;
  for (int i = 0; i < 900; ++i) {
    empty_lists.emplace_back(List{});
    truths.emplace_back(true);
    zeros.emplace_back(0);
    negatives.emplace_back(-1);
    members.set(std::to_string(i), List{});
  }
  const Item items[] = {
      {{"l", empty_lists}}, {{"l", truths}},
      {{"l", zeros}},       {{"l", negatives}},
      {{"l", members}},     {{"n", Value::number_set({Number(0), Number(-1), Number(2)}).value()}}};
  for (const Item& item : items) {
    const EncodedItem encoded(item);
    EXPECT_LE(size_bytes(encoded.view()), 2 * encoded.view().bytes().size());
    EXPECT_EQ(read_units_of(encoded.view(), ReadConsistency::Strong),
              read_units(size_bytes(encoded.view()), ReadConsistency::Strong));
  }
}

}  // namespace
}  // namespace partita::items
