#include "wire/server/receive_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace partita::server {
namespace {

void receive(ReceiveBuffer& buffer, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto room = buffer.room();
    ASSERT_FALSE(room.empty());
    const auto taken = std::min(room.size(), bytes.size());
    std::memcpy(room.data(), bytes.data(), taken);
    buffer.add(taken);
    bytes.remove_prefix(taken);
  }
}

TEST(ReceiveBuffer, KeepsItsBytesWhenItGrowsAndWhenTheyMove) {
  MemoryBudget budget(1 << 20);
  ReceiveBuffer buffer(budget);
  std::string sent;
  for (int i = 0; i < 20'000; ++i) sent += std::to_string(i);
  receive(buffer, sent);
  EXPECT_EQ(buffer.bytes().view(), sent);
  buffer.drop(5000);
  receive(buffer, "and more");
  EXPECT_EQ(buffer.bytes().view(), sent.substr(5000) + "and more");
}

TEST(ReceiveBuffer, TakesLargeMemoryFromTheBudgetAndGivesItBack) {
  MemoryBudget budget(1 << 20);
  {
    ReceiveBuffer buffer(budget);
    receive(buffer, std::string(ReceiveBuffer::kBytesUnmetered, 'x'));
    EXPECT_EQ(budget.left(), std::size_t{1} << 20) << "small requests are free";
    receive(buffer, std::string(200'000, 'x'));
    EXPECT_LE(budget.left(), (std::size_t{1} << 20) - 200'000);
    buffer.drop(buffer.bytes().size);
    buffer.shrink();
    EXPECT_EQ(budget.left(), std::size_t{1} << 20);
    receive(buffer, std::string(200'000, 'x'));
  }
  EXPECT_EQ(budget.left(), std::size_t{1} << 20) << "also when the connection ends";
}

TEST(ReceiveBuffer, HasNoRoomWhenTheBudgetIsUsedUp) {
  MemoryBudget budget(100'000);
  ReceiveBuffer first(budget);
  receive(first, std::string(40'000, 'x'));
  ReceiveBuffer second(budget);
  receive(second, std::string(ReceiveBuffer::kBytesUnmetered, 'x'));
  EXPECT_TRUE(second.room().empty());
  EXPECT_EQ(second.bytes().size, ReceiveBuffer::kBytesUnmetered) << "and loses nothing";
}

TEST(ReceiveBuffer, HoldsTheLargestRequestThereCanBe) {
  MemoryBudget budget(std::size_t{64} << 20);
  ReceiveBuffer buffer(budget);
  receive(buffer, std::string(ReceiveBuffer::kBytesMax, 'x'));
  EXPECT_TRUE(buffer.room().empty());
}

}  // namespace
}  // namespace partita::server
