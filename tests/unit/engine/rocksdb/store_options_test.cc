#include "engine/rocksdb/store_options.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "engine/rocksdb/compaction_priority.h"
#include "engine/rocksdb/usable_memory.h"
#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

// Files like those in which Linux tells of groups.
class MemoryGroupFiles : public ::testing::Test {
 protected:
  void limit(std::string_view group, std::string_view text) {
    write_file(groups_.root / group / "memory.max", text);
  }
  void be_in(std::string_view group) { write_file(groups_.own, group); }
  std::uint64_t usable() const { return usable_memory_bytes(groups_); }

 private:
  TemporaryDirectory directory_;
  const MemoryGroups groups_{.root = directory_.path() / "groups",
                             .own = directory_.path() / "own"};
};

TEST_F(MemoryGroupFiles, AMachineWithoutThemHasAllOfItsMemory) {
  EXPECT_GT(usable(), kMegabyte);
  EXPECT_LT(usable(), UINT64_MAX);
}

TEST_F(MemoryGroupFiles, AContainerHasWhatItsOwnRootSays) {
  limit("", "104857600\n");
  be_in("0::/\n");
  EXPECT_EQ(usable(), 100 * kMegabyte);
}

TEST_F(MemoryGroupFiles, TheSmallestLimitAroundAProcessCounts) {
  limit("", "max\n");
  limit("services", "52428800\n");
  limit("services/partita", "104857600\n");
  limit("others", "1048576\n");
  be_in("1:name=systemd:/others\n0::/services/partita\n");
  EXPECT_EQ(usable(), 50 * kMegabyte);
}

TEST_F(MemoryGroupFiles, AGroupWithoutALimitTakesNothingAway) {
  const std::uint64_t machine = usable();
  limit("services", "max\n");
  be_in("0::/services\n");
  EXPECT_EQ(usable(), machine);
}

TEST(StoreOptions, TheCacheIsAQuarterOfTheMemoryWithinBounds) {
  EXPECT_EQ(default_cache_bytes(4'096 * kMegabyte), 1'024 * kMegabyte);
  EXPECT_EQ(default_cache_bytes(16 * kMegabyte), 32 * kMegabyte);
  EXPECT_EQ(default_cache_bytes(1'000'000 * kMegabyte), 8'192 * kMegabyte);
}

TEST(StoreOptions, ValuesAndBlocksTogetherHaveTheCacheThatWasChosen) {
  RocksdbOptions options;
  options.cache_bytes = 100 * kMegabyte;
  EXPECT_EQ(hot_value_bytes(options), 50 * kMegabyte);
}

TEST(CompactionPriority, IsLowerForTheThreadThatCompactsAndOnlyOnce) {
  const auto own = [] { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())); };
  const int before = own();
  int after = before;
  std::thread([&] {
    CompactionPriority priority;
    priority.OnCompactionBegin(nullptr, {});
    priority.OnCompactionBegin(nullptr, {});
    after = own();
  }).join();
  EXPECT_EQ(after, std::min(before + kCompactionNiceness, 19));
  EXPECT_EQ(own(), before);
}

}  // namespace
}  // namespace partita::engine
