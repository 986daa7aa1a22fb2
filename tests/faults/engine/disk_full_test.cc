// A disk that fills up under the engine: writes are refused and surely not applied, reads go on,
// writes resume by themselves, nothing acknowledged is lost.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "engine/rocksdb/log_files.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "engine/rocksdb/space_guard.h"
#include "faults/engine/small_disk.h"
#include "partita/base/clock.h"

namespace partita::faults {
namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;
constexpr std::size_t kLargeValueBytes = 4'000;

using engine::RocksdbEngine;
using engine::RocksdbOptions;

std::unique_ptr<RocksdbEngine> open(const RocksdbOptions& options) {
  auto engine = engine::open_rocksdb_engine(options);
  EXPECT_TRUE(engine.ok()) << engine.error().to_string();
  return engine.ok() ? std::move(*engine) : nullptr;
}

Bytes key_of(std::size_t number) { return fmt::format("item/{:08}", number); }
Bytes value_of(std::size_t number) {
  return Bytes(kLargeValueBytes, static_cast<char>('a' + number % 26));
}

Status put(engine::Engine& engine, std::size_t number) {
  const auto transaction = engine.begin();
  transaction->put(key_of(number), value_of(number));
  return sync_wait(transaction->commit());
}

// How many of the first `count` items are there and right; the rest must not be there at all.
std::size_t items_there(const engine::Engine& engine) {
  std::size_t number = 0;
  const auto status = sync_wait(engine.scan({}, [&](ByteView key, ByteView value) {
    EXPECT_EQ(key, key_of(number));
    EXPECT_EQ(value, value_of(number));
    ++number;
    return engine::Visit::Continue;
  }));
  EXPECT_TRUE(status.ok()) << status.error().to_string();
  return number;
}

// Writes until a write is refused; returns how many were acknowledged before.
std::size_t put_until_refused(engine::Engine& engine, std::size_t first) {
  for (std::size_t number = first;; ++number) {
    const auto status = put(engine, number);
    if (status.ok()) continue;
    EXPECT_EQ(status.error().kind(), ErrorKind::Unavailable) << status.error().to_string();
    return number;
  }
}

// Writes resume without a restart; RocksDB itself takes a few seconds after a failed flush.
bool resumes(engine::Engine& engine, std::size_t next) {
  const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(20);
  while (Clock::system().monotonic_now() < deadline) {
    if (put(engine, next).ok()) return true;
    std::this_thread::yield();
  }
  return false;
}

void check_full_and_back(SmallDisk& full, const RocksdbOptions& options) {
  std::size_t written = 0;
  {
    const auto engine = open(options);
    ASSERT_NE(engine, nullptr);
    while (written < 200) ASSERT_TRUE(put(*engine, written++).ok());
    full.occupy(3 * kMegabyte);
    written = put_until_refused(*engine, written);
    EXPECT_FALSE(engine->write_availability().accepts_writes);
    EXPECT_NE(engine->write_availability().reason.find("full"), std::string::npos);
    EXPECT_EQ(items_there(*engine), written);
    full.vacate();
    ASSERT_TRUE(resumes(*engine, written++));
    EXPECT_TRUE(engine->write_availability().accepts_writes);
  }
  const auto again = open(options);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(items_there(*again), written);
}

TEST(DiskFull, OnTheDataSideRefusesWritesAndGoesOnByItself) {
  SmallDisk disk(96);
  check_full_and_back(disk, {.directory = disk.path() / "data"});
}

TEST(DiskFull, OnTheLogSideRefusesWritesAndGoesOnByItself) {
  SmallDisk data(96);
  SmallDisk log(96);
  check_full_and_back(log,
                      {.directory = data.path() / "data", .log_directory = log.path() / "log"});
}

// Somebody fills the disk to the last byte while writers are at work, past every look that the
// guard takes. The process must live; what each writer was told must be true.
void check_race(SmallDisk& full, const RocksdbOptions& options) {
  const auto engine = open(options);
  ASSERT_NE(engine, nullptr);
  std::size_t written = 0;
  std::size_t unknown = 0;
  {
    const std::jthread thief([&] { full.occupy(); });
    while (true) {
      const auto status = put(*engine, written);
      written += status.ok() ? 1 : 0;
      unknown += !status.ok() && status.error().kind() == ErrorKind::Unknown ? 1 : 0;
      if (!status.ok()) break;
    }
  }
  EXPECT_EQ(unknown, 0U);
  EXPECT_EQ(items_there(*engine), written);
  full.vacate();
  EXPECT_TRUE(resumes(*engine, written));
  EXPECT_EQ(items_there(*engine), written + 1);
}

TEST(DiskFull, RacingWithTheLogIsOutlivedThanksToTheBallast) {
  SmallDisk data(96);
  SmallDisk log(96);
  check_race(log, {.directory = data.path() / "data", .log_directory = log.path() / "log"});
}

TEST(DiskFull, RacingWithDataAndLogIsOutlived) {
  SmallDisk disk(96);
  check_race(disk, {.directory = disk.path() / "data", .write_buffer_bytes = kMegabyte});
}

// The ballast itself, without a race: the disk is full to the last byte when the log is written.
TEST(DiskFull, TakesTheBallastForAnAppendToTheLog) {
  SmallDisk disk(64);
  const auto ballast = disk.path() / "ballast";
  const auto guard = std::make_shared<engine::SpaceGuard>(
      std::vector{engine::SpaceGuard::Place{disk.path(), ballast}}, 8 * kMegabyte);
  ASSERT_EQ(guard->refusal(0), std::nullopt);
  ASSERT_TRUE(std::filesystem::exists(ballast));
  const auto files =
      engine::log_file_system(rocksdb::FileSystem::Default(), guard, engine::LogSpace::Zeroed);
  std::unique_ptr<rocksdb::FSWritableFile> log;
  ASSERT_TRUE(files->NewWritableFile(disk.path() / "000001.log", {}, &log, nullptr).ok());
  disk.occupy();
  EXPECT_TRUE(log->Append(Bytes(3 * kMegabyte, 'x'), {}, nullptr).ok());
  EXPECT_FALSE(std::filesystem::exists(ballast));
  EXPECT_NE(guard->refusal(0), std::nullopt) << "no further write passes";
  disk.vacate();
  EXPECT_EQ(guard->refusal(0), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(ballast)) << "it is laid down again for the next time";
}

// With a low-water mark far too low, flushes do meet the full disk.
TEST(DiskFull, DuringAFlushIsOutlived) {
  SmallDisk data(64);
  SmallDisk log(96);
  const RocksdbOptions options{.directory = data.path() / "data",
                               .log_directory = log.path() / "log",
                               .write_buffer_bytes = kMegabyte,
                               .low_water_bytes = 64 * 1024};
  std::size_t written = 0;
  {
    const auto engine = open(options);
    ASSERT_NE(engine, nullptr);
    ASSERT_TRUE(put(*engine, written++).ok());
    data.occupy(256 * 1024);
    written = put_until_refused(*engine, written);
    EXPECT_EQ(items_there(*engine), written);
    data.vacate();
    ASSERT_TRUE(resumes(*engine, written++));
  }
  const auto again = open(options);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(items_there(*again), written);
}

Status erase(engine::Engine& engine, std::size_t number) {
  const auto transaction = engine.begin();
  transaction->erase(key_of(number));
  return sync_wait(transaction->commit());
}

TEST(DiskFull, LetsDeletesPassWhereOtherWritesDoNot) {
  SmallDisk disk(96);
  const auto engine = open({.directory = disk.path() / "data"});
  ASSERT_NE(engine, nullptr);
  for (std::size_t number = 0; number < 100; ++number) ASSERT_TRUE(put(*engine, number).ok());
  disk.occupy(24 * kMegabyte);
  EXPECT_FALSE(put(*engine, 100).ok());
  EXPECT_TRUE(erase(*engine, 99).ok());
  EXPECT_EQ(items_there(*engine), 99U);
  disk.vacate();
  disk.occupy(8 * kMegabyte);
  const auto refused = erase(*engine, 98);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::Unavailable);
  EXPECT_NE(refused.error().message().find("even deletes"), std::string::npos);
  disk.vacate();
  EXPECT_TRUE(erase(*engine, 98).ok());
}

TEST(DiskFull, AtTheStartRefusesWritesAndGoesOnByItself) {
  SmallDisk disk(96);
  const RocksdbOptions options{.directory = disk.path() / "data"};
  {
    const auto engine = open(options);
    ASSERT_NE(engine, nullptr);
    for (std::size_t number = 0; number < 100; ++number) ASSERT_TRUE(put(*engine, number).ok());
  }
  disk.occupy();
  const auto engine = open(options);
  ASSERT_NE(engine, nullptr);
  EXPECT_EQ(items_there(*engine), 100U);
  EXPECT_FALSE(put(*engine, 100).ok());
  disk.vacate();
  EXPECT_TRUE(put(*engine, 100).ok());
  EXPECT_EQ(items_there(*engine), 101U);
}

// A store of a hundred items on a disk that has no space at all, its ballast gone.
void fill_without_ballast(SmallDisk& disk, const RocksdbOptions& options) {
  {
    const auto engine = open(options);
    ASSERT_NE(engine, nullptr);
    for (std::size_t number = 0; number < 100; ++number) ASSERT_TRUE(put(*engine, number).ok());
  }
  std::filesystem::remove(options.directory / "ballast");
  disk.occupy();
}

TEST(DiskFull, AtTheStartWithoutBallastCanOnlyBeReadUntilThereIsSpace) {
  SmallDisk disk(96);
  const RocksdbOptions options{.directory = disk.path() / "data"};
  fill_without_ballast(disk, options);
  {
    const auto engine = open(options);
    ASSERT_NE(engine, nullptr);
    EXPECT_EQ(items_there(*engine), 100U);
    const auto refused = put(*engine, 100);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind(), ErrorKind::Unavailable);
    const auto reason = engine->write_availability().reason;
    EXPECT_NE(reason.find("reading only"), std::string::npos) << reason;
    EXPECT_NE(reason.find("by itself"), std::string::npos) << reason;
    disk.vacate();
    EXPECT_TRUE(resumes(*engine, 100));
    EXPECT_TRUE(engine->write_availability().accepts_writes);
    EXPECT_EQ(items_there(*engine), 101U);
    EXPECT_TRUE(std::filesystem::exists(options.directory / "ballast"));
  }
  const auto again = open(options);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(items_there(*again), 101U);
}

TEST(DiskFull, WhatWasBegunWhileItCouldOnlyBeReadEndsAsItBegan) {
  SmallDisk disk(96);
  const RocksdbOptions options{.directory = disk.path() / "data"};
  fill_without_ballast(disk, options);
  const auto engine = open(options);
  ASSERT_NE(engine, nullptr);
  const auto snapshot = engine->snapshot();
  const auto writing = engine->begin();
  const auto reading = engine->begin();
  const Bytes first = key_of(0);
  const ByteView wanted = first;
  ASSERT_TRUE(sync_wait(reading->get({&wanted, 1}, [](std::size_t, auto) {})).ok());
  writing->put(key_of(0), "new");
  disk.vacate();
  ASSERT_TRUE(resumes(*engine, 100));
  ASSERT_TRUE(sync_wait(engine->erase_range("item/", "item0")).ok());
  std::size_t seen = 0;
  const auto count = [&](ByteView key, ByteView value) {
    EXPECT_EQ(key, key_of(seen));
    EXPECT_EQ(value, value_of(seen));
    ++seen;
    return engine::Visit::Continue;
  };
  EXPECT_TRUE(sync_wait(snapshot->scan({}, count)).ok());
  EXPECT_EQ(seen, 100U);
  EXPECT_TRUE(sync_wait(reading->commit()).ok());
  const auto refused = sync_wait(writing->commit());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(items_there(*engine), 0U);
}

TEST(DiskFull, WithLessSpaceThanItTakesToOpenForWritingIsWaitedFor) {
  SmallDisk disk(96);
  const RocksdbOptions options{.directory = disk.path() / "data"};
  fill_without_ballast(disk, options);
  const auto engine = open(options);
  ASSERT_NE(engine, nullptr);
  disk.vacate();
  disk.occupy(kMegabyte);
  // It looks for space every second.
  const auto deadline = Clock::system().monotonic_now() + std::chrono::milliseconds(1500);
  while (Clock::system().monotonic_now() < deadline) ASSERT_FALSE(put(*engine, 100).ok());
  EXPECT_EQ(items_there(*engine), 100U);
  disk.vacate();
  EXPECT_TRUE(resumes(*engine, 100));
}

TEST(DiskFull, MakesNoNewStore) {
  SmallDisk disk(96);
  disk.occupy(kMegabyte);
  const auto engine = engine::open_rocksdb_engine({.directory = disk.path() / "data"});
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().kind(), ErrorKind::Unavailable) << engine.error().to_string();
}

}  // namespace
}  // namespace partita::faults
