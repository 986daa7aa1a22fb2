#include "engine/rocksdb/slot_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;

constexpr SlotFile::Magic kTestMagic = "TEST";

// Stores 1 to `count`; returns where.
std::filesystem::path file_with(const TemporaryDirectory& directory, std::uint32_t count) {
  auto path = directory / "slots";
  auto file = SlotFile::open(path, kTestMagic);
  for (std::uint32_t number = 1; number <= count; ++number) {
    EXPECT_TRUE(file->store({.small = number, .large = number * 10}).ok());
  }
  return path;
}

void turn_over_a_bit(const std::filesystem::path& path, std::size_t offset) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  const char byte = static_cast<char>(file.get() ^ 1);
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(byte);
}

TEST(SlotFile, IsSettledAfterAnyNumberOfStores) {
  for (std::uint32_t count = 1; count <= 5; ++count) {
    const TemporaryDirectory directory;
    const auto content = SlotFile::read(file_with(directory, count), kTestMagic);
    ASSERT_TRUE(content.ok() && content->newest);
    EXPECT_EQ(content->newest->small, count);
    EXPECT_EQ(content->newest->large, count * 10);
    EXPECT_TRUE(content->is_settled) << count;
  }
}

// One slot is whole still, but whether it is the newest cannot be told.
TEST(SlotFile, IsNotSettledIfASlotIsDamaged) {
  for (std::uint32_t count = 2; count <= 3; ++count) {
    for (const std::size_t slot : {0U, 1U}) {
      const TemporaryDirectory directory;
      const auto path = file_with(directory, count);
      turn_over_a_bit(path, slot * 64 + 5);
      const auto content = SlotFile::read(path, kTestMagic);
      ASSERT_TRUE(content.ok() && content->newest);
      EXPECT_FALSE(content->is_settled) << count << ", slot " << slot;
    }
  }
}

TEST(SlotFile, IsNotSettledIfTheFirstRecordWasBeingReplaced) {
  const TemporaryDirectory directory;
  const auto path = file_with(directory, 1);
  turn_over_a_bit(path, 5);  // In the slot that is empty until the second record.
  const auto content = SlotFile::read(path, kTestMagic);
  ASSERT_TRUE(content.ok() && content->newest);
  EXPECT_FALSE(content->is_settled);
}

TEST(SlotFile, OfAnotherKindIsDamaged) {
  const TemporaryDirectory directory;
  const auto path = file_with(directory, 2);
  EXPECT_EQ(SlotFile::read(path, "ELSE").error().kind(), ErrorKind::Corrupt);
}

}  // namespace
}  // namespace partita::engine
