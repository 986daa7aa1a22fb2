// What a power cut in a sync of the manifest leaves, made by hand: the power cuts themselves are in
// tests/faults.
#include "engine/rocksdb/manifest_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/rocksdb/rocksdb_engine.h"
#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;
namespace fs = std::filesystem;

// A store that was not closed in order: copied while it was open.
class UnclosedStore {
 public:
  UnclosedStore() {
    const auto engine = open_rocksdb_engine({.directory = directory_ / "open"});
    EXPECT_TRUE(engine.ok());
    fs::copy(directory_ / "open", data(), fs::copy_options::recursive);
  }

  fs::path data() const { return directory_ / "data"; }

  fs::path manifest() const {
    for (const auto& entry : fs::directory_iterator(data() / "store")) {
      if (entry.path().filename().native().starts_with("MANIFEST-")) return entry.path();
    }
    ADD_FAILURE() << "there is no manifest";
    return {};
  }

  // A record whose checksum is wrong.
  void append_damaged_record() const {
    std::ofstream file(manifest(), std::ios::binary | std::ios::app);
    file << std::string("\x01\x02\x03\x04\x05\x00\x01nonsense", 15);
  }

  void turn_over_a_bit(const fs::path& path, std::streamoff offset) const {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(offset);
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(offset);
    file.put(byte);
  }

  bool opens() const { return open_rocksdb_engine({.directory = data()}).ok(); }

 private:
  TemporaryDirectory directory_;
};

TEST(ManifestFiles, UnsyncedDamageAtTheEndIsCutOff) {
  const UnclosedStore store;
  store.append_damaged_record();
  EXPECT_TRUE(store.opens());
}

// The control: without the mark RocksDB refuses the same store.
TEST(ManifestFiles, WithoutTheMarkNothingIsCutOff) {
  const UnclosedStore store;
  fs::remove(store.data() / "manifest");
  store.append_damaged_record();
  const auto bytes = fs::file_size(store.manifest());
  EXPECT_FALSE(store.opens());
  EXPECT_EQ(fs::file_size(store.manifest()), bytes);
}

TEST(ManifestFiles, DamageOfSyncedBytesIsRefused) {
  const UnclosedStore store;
  store.turn_over_a_bit(store.manifest(), 10);
  store.append_damaged_record();
  EXPECT_FALSE(store.opens());
}

// The slot that is left may be an older one, and what it does not count may be synced.
TEST(ManifestFiles, NothingIsCutOffByADamagedMark) {
  for (const std::streamoff slot : {0, 64}) {
    const UnclosedStore store;
    store.turn_over_a_bit(store.data() / "manifest", slot + 5);
    store.append_damaged_record();
    const auto bytes = fs::file_size(store.manifest());
    EXPECT_FALSE(store.opens());
    EXPECT_EQ(fs::file_size(store.manifest()), bytes);
  }
}

}  // namespace
}  // namespace partita::engine
