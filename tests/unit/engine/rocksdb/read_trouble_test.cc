// Reads that the disk does not answer are told, whichever way they were made.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "engine/rocksdb/rocksdb_engine.h"
#include "partita/base/random.h"
#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

constexpr std::string_view kDamagedKey = "key";

std::optional<Bytes> replacement(std::optional<ByteView>, ByteView operand) {
  return Bytes(operand);
}

Combine kind_of_damaged(ByteView key) { return key == kDamagedKey ? &replacement : nullptr; }

std::unique_ptr<RocksdbEngine> open(const std::filesystem::path& directory) {
  return open_rocksdb_engine({.directory = directory}, &kind_of_damaged).value();
}

// A store whose one item is in a file, and no longer what it was there.
void make_damaged_store(const std::filesystem::path& directory) {
  SeededRandom random(7);
  Bytes value;
  for (int i = 0; i < 4'000; ++i) value += static_cast<char>(random.below(256));
  {
    const auto engine = open(directory);
    const auto transaction = engine->begin();
    transaction->put(Bytes(kDamagedKey), value);
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }
  for (const auto& entry : std::filesystem::directory_iterator(directory / "store")) {
    if (entry.path().extension() != ".sst") continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1'000);
    file << "damage";
  }
}

Status get_from(const View& view) {
  return sync_wait(view.get({&kDamagedKey, 1}, [](std::size_t, auto) {}));
}
Status scan_of(const View& view) {
  return sync_wait(view.scan({}, [](ByteView, ByteView) { return Visit::Continue; }));
}

struct WayToRead {
  std::string_view name;
  std::function<Status(RocksdbEngine&)> read;
};

const WayToRead kWaysToRead[] = {
    {"get", [](RocksdbEngine& engine) { return get_from(engine); }},
    {"scan", [](RocksdbEngine& engine) { return scan_of(engine); }},
    {"snapshot_get", [](RocksdbEngine& engine) { return get_from(*engine.snapshot()); }},
    {"snapshot_scan", [](RocksdbEngine& engine) { return scan_of(*engine.snapshot()); }},
    {"transaction",
     [](RocksdbEngine& engine) {
       const auto transaction = engine.begin();
       return sync_wait(transaction->get({&kDamagedKey, 1}, [](std::size_t, auto) {}));
     }},
    {"merge",
     [](RocksdbEngine& engine) {
       const auto transaction = engine.begin();
       transaction->merge(Bytes(kDamagedKey), "more");
       return sync_wait(transaction->commit());
     }},
    {"erase_range",
     [](RocksdbEngine& engine) { return sync_wait(engine.erase_range(kDamagedKey, "key!")); }},
};

class ReadTroubleOf : public ::testing::TestWithParam<WayToRead> {};

TEST_P(ReadTroubleOf, IsToldAfterAReadHasFailedAndNotBefore) {
  const testing::TemporaryDirectory directory;
  make_damaged_store(directory / "data");
  const auto engine = open(directory / "data");
  EXPECT_EQ(engine->read_trouble(), "");
  const Status status = GetParam().read(*engine);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(engine->read_trouble(), status.error().message());
  EXPECT_TRUE(engine->write_availability().accepts_writes);
}

INSTANTIATE_TEST_SUITE_P(Ways, ReadTroubleOf, ::testing::ValuesIn(kWaysToRead),
                         [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace partita::engine
