#include "engine/rocksdb/watermark.h"

#include <gtest/gtest.h>

#include <fstream>

#include "partita/base/file.h"
#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;

constexpr std::size_t kSlotBytes = 64;

void damage(const std::filesystem::path& path, std::size_t offset) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  const char byte = static_cast<char>(file.get() ^ 1);
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(byte);
}

Watermark read_back(const std::filesystem::path& path) {
  const auto read = WatermarkFile::read(path);
  EXPECT_TRUE(read.ok() && read->has_value());
  return read.ok() && *read ? **read : Watermark{};
}

TEST(Watermark, IsNothingBeforeTheFirstIsStored) {
  const TemporaryDirectory directory;
  EXPECT_EQ(WatermarkFile::read(directory / "watermark")->has_value(), false);
  ASSERT_TRUE(WatermarkFile::open(directory / "watermark").ok());
  EXPECT_EQ(WatermarkFile::read(directory / "watermark")->has_value(), false);
}

TEST(Watermark, IsTheLastOneStoredAlsoAfterOpeningAgain) {
  const TemporaryDirectory directory;
  for (std::uint64_t sequence = 1; sequence <= 5; ++sequence) {
    auto file = WatermarkFile::open(directory / "watermark");
    ASSERT_TRUE(file->store({.sequence = sequence * 10, .is_clean = false}).ok());
    ASSERT_TRUE(file->store({.sequence = sequence, .is_clean = sequence % 2 == 0}).ok());
    EXPECT_EQ(read_back(directory / "watermark").sequence, sequence);
    EXPECT_EQ(read_back(directory / "watermark").is_clean, sequence % 2 == 0);
  }
}

TEST(Watermark, FallsBackToTheOneBeforeWhenAWriteWasTorn) {
  const TemporaryDirectory directory;
  auto file = WatermarkFile::open(directory / "watermark");
  ASSERT_TRUE(file->store({.sequence = 1}).ok());  // The second slot.
  ASSERT_TRUE(file->store({.sequence = 2}).ok());  // The first slot.
  damage(directory / "watermark", 20);
  EXPECT_EQ(read_back(directory / "watermark").sequence, 1U);
}

TEST(Watermark, IsCorruptWhenNoSlotIsWhole) {
  const TemporaryDirectory directory;
  auto file = WatermarkFile::open(directory / "watermark");
  ASSERT_TRUE(file->store({.sequence = 1}).ok());
  ASSERT_TRUE(file->store({.sequence = 2}).ok());
  damage(directory / "watermark", 20);
  damage(directory / "watermark", kSlotBytes + 20);
  const auto read = WatermarkFile::read(directory / "watermark");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind(), ErrorKind::Corrupt);
}

TEST(Watermark, NoticesEveryDamagedByte) {
  const TemporaryDirectory directory;
  for (std::size_t offset = 0; offset < 28; ++offset) {
    const auto path = directory / ("watermark" + std::to_string(offset));
    auto file = WatermarkFile::open(path);
    ASSERT_TRUE(file->store({.sequence = 77}).ok());
    damage(path, kSlotBytes + offset);
    EXPECT_FALSE(WatermarkFile::read(path).ok()) << "byte " << offset;
  }
}

}  // namespace
}  // namespace partita::engine
