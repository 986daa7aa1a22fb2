// Single bits that turn over in stored files: reported, never a wrong answer.
#include <gtest/gtest.h>

#include "engine/rocksdb/rocksdb_engine.h"
#include "faults/engine/store_image.h"
#include "support/temporary_directory.h"

namespace partita::faults {
namespace {

constexpr std::uint64_t kFlipSeed = 20261115;
constexpr std::size_t kItems = 2'000;

std::filesystem::path copy_of(const std::filesystem::path& original, int number) {
  auto copy = original;
  copy += "." + std::to_string(number);
  std::filesystem::copy(original, copy, std::filesystem::copy_options::recursive);
  return copy;
}

// Each item is right, or reading it is an error. Returns how many reads failed.
std::size_t failed_reads(const engine::Engine& engine, const Content& content) {
  std::size_t failed = 0;
  for (const auto& [key, value] : content) {
    const ByteView asked = key;
    const auto status = sync_wait(engine.get({&asked, 1}, [&](std::size_t, auto found) {
      EXPECT_EQ(found, std::optional<ByteView>(value)) << "a wrong answer for " << key;
    }));
    if (status.ok()) continue;
    EXPECT_EQ(status.error().kind(), ErrorKind::Corrupt) << status.error().to_string();
    ++failed;
  }
  return failed;
}

TEST(LogBitFlip, IsAlwaysReportedAndChangesNothing) {
  SeededRandom random(kFlipSeed);
  const testing::TemporaryDirectory directory;
  make_unclosed_store(directory / "data", kItems);
  for (int flip = 0; flip < 60; ++flip) {
    const auto copy = copy_of(directory / "data", flip);
    const auto logs = files_ending(copy, ".log");
    ASSERT_EQ(logs.size(), 1U);
    flip_written_bit(logs.front(), random);
    for (int attempt = 0; attempt < 2; ++attempt) {
      const auto engine = engine::open_rocksdb_engine({.directory = copy});
      ASSERT_FALSE(engine.ok()) << "flip " << flip << ", seed " << kFlipSeed;
      EXPECT_EQ(engine.error().kind(), ErrorKind::Corrupt);
      EXPECT_NE(engine.error().message().find(logs.front().filename().string()), std::string::npos)
          << engine.error().message();
    }
    std::filesystem::remove_all(copy);
  }
}

TEST(LogBitFlip, InTheZeroesBehindTheLogLosesNothing) {
  SeededRandom random(kFlipSeed);
  const testing::TemporaryDirectory directory;
  const auto content = make_unclosed_store(directory / "data", kItems);
  for (int flip = 0; flip < 20; ++flip) {
    const auto copy = copy_of(directory / "data", flip);
    flip_waiting_bit(files_ending(copy, ".log").front(), random);
    const auto engine = engine::open_rocksdb_engine({.directory = copy});
    ASSERT_TRUE(engine.ok()) << engine.error().to_string();
    EXPECT_EQ(failed_reads(**engine, content), 0U) << "flip " << flip << ", seed " << kFlipSeed;
  }
}

TEST(LogBitFlip, CanBeAcceptedExplicitly) {
  SeededRandom random(kFlipSeed);
  const testing::TemporaryDirectory directory;
  const auto content = make_unclosed_store(directory / "data", kItems);
  flip_written_bit(files_ending(directory / "data", ".log").front(), random);
  {
    const auto engine =
        engine::open_rocksdb_engine({.directory = directory / "data", .accepts_lost_writes = true});
    ASSERT_TRUE(engine.ok()) << engine.error().to_string();
  }
  const auto again = engine::open_rocksdb_engine({.directory = directory / "data"});
  EXPECT_TRUE(again.ok()) << "after that it opens as any other store";
}

TEST(MissingLog, IsReported) {
  const testing::TemporaryDirectory directory;
  make_unclosed_store(directory / "data", kItems);
  std::filesystem::remove(files_ending(directory / "data", ".log").front());
  const auto engine = engine::open_rocksdb_engine({.directory = directory / "data"});
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().kind(), ErrorKind::Corrupt) << engine.error().to_string();
}

TEST(MissingWatermark, IsReported) {
  const testing::TemporaryDirectory directory;
  make_closed_store(directory / "data", 10);
  std::filesystem::remove(directory / "data" / "watermark");
  const auto engine = engine::open_rocksdb_engine({.directory = directory / "data"});
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().kind(), ErrorKind::Corrupt);
}

TEST(TableBitFlip, GivesNoWrongAnswerAndIsFoundByAScrub) {
  SeededRandom random(kFlipSeed);
  const testing::TemporaryDirectory directory;
  const auto content = make_closed_store(directory / "data", kItems);
  std::size_t refused_at_open = 0;
  std::size_t failed = 0;
  for (int flip = 0; flip < 100; ++flip) {
    const auto copy = copy_of(directory / "data", flip);
    const auto tables = files_ending(copy, ".sst");
    ASSERT_FALSE(tables.empty());
    flip_written_bit(tables[random.below(tables.size())], random);
    const auto engine = engine::open_rocksdb_engine({.directory = copy});
    if (engine.ok()) {
      failed += failed_reads(**engine, content);
      EXPECT_FALSE((*engine)->scrub().ok()) << "flip " << flip << ", seed " << kFlipSeed;
    } else {
      ++refused_at_open;
    }
    std::filesystem::remove_all(copy);
  }
  EXPECT_GT(failed + refused_at_open, 0U) << "no flip was ever noticed by a read";
}

}  // namespace
}  // namespace partita::faults
