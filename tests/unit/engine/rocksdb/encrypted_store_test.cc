// Real stores on encrypted files: nothing plain on disk, and every key where it should be.
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/utilities/checkpoint.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <thread>

#include "engine/rocksdb/encrypted_files.h"
#include "engine/rocksdb/file_cipher.h"
#include "support/temporary_directory.h"
#include "unit/engine/rocksdb/file_content.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;
namespace fs = std::filesystem;

constexpr std::string_view kCanary = "canary";
constexpr int kItems = 2000;

std::string key_of(int number) { return "canary-key-" + std::to_string(number); }
std::string value_of(int number) {
  return "canary-value-" + std::to_string(number) + std::string(100, 'v');
}

class SilentLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

// A store, encrypted or (for comparison) not.
struct Store {
  std::unique_ptr<rocksdb::Env> environment;
  rocksdb::Status opened;
  std::unique_ptr<rocksdb::DB> database;

  Store(const fs::path& path, const std::shared_ptr<Keyring>& keyring) {
    auto files = rocksdb::FileSystem::Default();
    rocksdb::Options options;
    if (keyring) {
      files = *encrypted_file_system(files, keyring);
      options.info_log = std::make_shared<SilentLog>();
    }
    environment = rocksdb::NewCompositeEnv(files);
    options.env = environment.get();
    options.create_if_missing = true;
    // Uncompressed, so that the plain store shows its canaries.
    options.compression = rocksdb::kNoCompression;
    options.track_and_verify_wals_in_manifest = true;
    options.enable_blob_files = true;
    options.min_blob_size = 1000;
    options.write_buffer_size = 4 << 20;
    rocksdb::DB* created = nullptr;
    opened = rocksdb::DB::Open(options, path, &created);
    database.reset(created);
  }

  bool put(int number) {
    rocksdb::WriteOptions synced;
    synced.sync = number % 100 == 0;
    // Every 50th item is large and goes to a blob file.
    auto value = value_of(number);
    if (number % 50 == 0) value.append(2000, 'b');
    return database->Put(synced, key_of(number), value).ok();
  }
  bool put_all() {
    bool done = true;
    for (int i = 0; i < kItems; ++i) done = put(i) && done;
    return done;
  }
  bool flush() { return database->Flush({}).ok(); }
  bool compact() { return database->CompactRange({}, nullptr, nullptr).ok(); }

  // How many items are read back as they were written, one by one and by iteration.
  int right_items() {
    int right = 0;
    for (int i = 0; i < kItems; ++i) {
      std::string value;
      if (database->Get({}, key_of(i), &value).ok() && value.starts_with(value_of(i))) ++right;
    }
    int rows = 0;
    const std::unique_ptr<rocksdb::Iterator> rows_of(database->NewIterator({}));
    for (rows_of->SeekToFirst(); rows_of->Valid(); rows_of->Next()) ++rows;
    EXPECT_TRUE(rows_of->status().ok()) << rows_of->status().ToString();
    return std::min(right, rows);
  }
};

// Items in tables, in blobs and in the log, in a store that is closed: its files are at rest.
void fill(const fs::path& path, const std::shared_ptr<Keyring>& keyring) {
  Store filled(path, keyring);
  ASSERT_TRUE(filled.opened.ok()) << filled.opened.ToString();
  ASSERT_TRUE(filled.put_all() && filled.flush() && filled.put(1));
}

std::vector<fs::path> files_below(const fs::path& path) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

// The kinds of files that show plain item bytes: the ends of their names, or "MANIFEST".
std::set<std::string> kinds_with_canaries(const fs::path& path) {
  std::set<std::string> kinds;
  for (const auto& file : files_below(path)) {
    if (content_of(file).find(kCanary) == std::string::npos) continue;
    const bool is_manifest = file.filename().string().starts_with("MANIFEST");
    kinds.insert(is_manifest ? "MANIFEST" : file.extension().string());
  }
  return kinds;
}

std::set<DataKeyId> key_ids_of(std::string_view kind, const fs::path& path,
                               const Keyring& keyring) {
  std::set<DataKeyId> ids;
  for (const auto& file : files_below(path)) {
    if (file.extension() != kind) continue;
    const auto header = content_of(file).substr(0, FileCipher::kHeaderBytes);
    ids.insert(FileCipher::open(header, keyring)->key_id());
  }
  return ids;
}

struct EncryptedStore : ::testing::Test {
  TemporaryDirectory directory;
  fs::path store = directory / "store";
  SystemRandom random;
  ManualClock clock;
  MasterKey master = MasterKey::generate(random);
  std::shared_ptr<Keyring> keyring = *Keyring::create(directory.path(), master, clock, random);

  std::shared_ptr<Keyring> reopened_keyring(const MasterKey& key) {
    return *Keyring::open(directory.path(), key, clock, random);
  }
};

TEST_F(EncryptedStore, ReadsBackWhatItWrote) {
  {
    Store first(store, keyring);
    ASSERT_TRUE(first.opened.ok()) << first.opened.ToString();
    ASSERT_TRUE(first.put_all() && first.flush() && first.compact() && first.put_all());
    EXPECT_EQ(first.right_items(), kItems);
  }
  Store second(store, reopened_keyring(master));
  ASSERT_TRUE(second.opened.ok()) << second.opened.ToString();
  EXPECT_EQ(second.right_items(), kItems);
}

TEST_F(EncryptedStore, HasNoPlainBytesInAnyFile) {
  fill(store, keyring);
  EXPECT_EQ(kinds_with_canaries(directory.path()), std::set<std::string>());
  { ASSERT_TRUE(Store(store, keyring).compact()); }
  EXPECT_EQ(kinds_with_canaries(directory.path()), std::set<std::string>());
}

TEST_F(EncryptedStore, IsNeededBecauseAPlainStoreShowsItsItems) {
  fill(store, nullptr);
  EXPECT_EQ(kinds_with_canaries(directory.path()),
            (std::set<std::string>{".log", ".sst", ".blob", "MANIFEST"}));
}

TEST_F(EncryptedStore, EncryptsEveryFileOfRocksdb) {
  fill(store, keyring);
  int checked = 0;
  for (const auto& file : files_below(store)) {
    if (file.filename() == "LOCK") continue;
    EXPECT_TRUE(FileCipher::is_header(content_of(file))) << file;
    ++checked;
  }
  EXPECT_GE(checked, 6);
}

TEST_F(EncryptedStore, RefusesToOpenWithTheInfoLogOfRocksdb) {
  const auto environment =
      rocksdb::NewCompositeEnv(*encrypted_file_system(rocksdb::FileSystem::Default(), keyring));
  rocksdb::Options options;
  options.env = environment.get();
  options.create_if_missing = true;
  rocksdb::DB* created = nullptr;
  const auto opened = rocksdb::DB::Open(options, store, &created);
  EXPECT_TRUE(opened.IsNotSupported());
  EXPECT_NE(opened.ToString().find("plain info log"), std::string::npos) << opened.ToString();
}

TEST_F(EncryptedStore, CannotBeOpenedWithAnotherKeyring) {
  { ASSERT_TRUE(Store(store, keyring).put_all()); }
  const TemporaryDirectory other;
  const auto stranger = *Keyring::create(other.path(), master, clock, random);
  const auto opened = Store(store, stranger).opened;
  EXPECT_NE(opened.ToString().find("header is damaged"), std::string::npos) << opened.ToString();
  EXPECT_FALSE(Store(store, nullptr).opened.ok());
}

TEST_F(EncryptedStore, RefusesAPlainStoreAndSaysWhy) {
  { ASSERT_TRUE(Store(store, nullptr).put_all()); }
  const auto opened = Store(store, keyring).opened;
  EXPECT_FALSE(opened.ok());
  EXPECT_NE(opened.ToString().find("not encrypted"), std::string::npos) << opened.ToString();
}

TEST_F(EncryptedStore, NamesTheFileWhoseHeaderIsDamagedOrCutShort) {
  fill(store, keyring);
  int damaged = 0;
  for (const auto& file : files_below(store)) {
    // RocksDB opens none of these when it starts.
    const auto kind = file.filename().string();
    if (kind == "LOCK" || kind.starts_with("OPTIONS") || kind.ends_with(".blob")) continue;
    const auto genuine = content_of(file);
    auto flipped = genuine;
    flipped[20] ^= 1;
    for (const auto& damage : {flipped, genuine.substr(0, 100)}) {
      write_content(file, damage);
      const auto opened = Store(store, keyring).opened;
      EXPECT_FALSE(opened.ok()) << file;
      EXPECT_NE(opened.ToString().find(kind), std::string::npos) << opened.ToString();
      ++damaged;
    }
    write_content(file, genuine);
  }
  EXPECT_GE(damaged, 2 * 5);
  Store last(store, keyring);
  ASSERT_TRUE(last.opened.ok()) << last.opened.ToString();
  EXPECT_EQ(last.right_items(), kItems);
}

TEST_F(EncryptedStore, KeepsWorkingWhileItsDataKeyRotatesUnderWriters) {
  constexpr int kWriters = 4;
  {
    Store shared(store, keyring);
    ASSERT_TRUE(shared.opened.ok());
    std::atomic<int> failures = 0;
    std::vector<std::thread> writers;
    writers.reserve(kWriters);
    for (int writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([&, writer] {
        for (int i = writer; i < kItems; i += kWriters) {
          if (!shared.put(i)) ++failures;
          if (i % 200 == writer && !shared.flush()) ++failures;
        }
      });
    }
    for (int i = 0; i < 10; ++i) failures += keyring->rotate_data_key().ok() ? 0 : 1;
    for (auto& writer : writers) writer.join();
    EXPECT_EQ(failures, 0);
    EXPECT_EQ(shared.right_items(), kItems);
  }
  Store again(store, reopened_keyring(master));
  ASSERT_TRUE(again.opened.ok()) << again.opened.ToString();
  EXPECT_EQ(again.right_items(), kItems);
}

TEST_F(EncryptedStore, GivesNewFilesTheNewKeyAndOldOnesWhenCompacted) {
  fill(store, keyring);
  EXPECT_EQ(key_ids_of(".sst", store, *keyring), std::set<DataKeyId>{1});
  ASSERT_TRUE(keyring->rotate_data_key().ok());
  fill(store, keyring);
  EXPECT_EQ(key_ids_of(".sst", store, *keyring), (std::set<DataKeyId>{1, 2}));
  EXPECT_EQ(key_ids_of(".log", store, *keyring), std::set<DataKeyId>{2});
  {
    Store compacted(store, keyring);
    rocksdb::CompactRangeOptions all;
    all.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
    ASSERT_TRUE(compacted.database->CompactRange(all, nullptr, nullptr).ok());
    EXPECT_EQ(compacted.right_items(), kItems);
  }
  EXPECT_EQ(key_ids_of(".sst", store, *keyring), std::set<DataKeyId>{2});
}

TEST_F(EncryptedStore, OpensUnderTheNewMasterKeyOnly) {
  const auto next = MasterKey::generate(random);
  {
    Store rotated(store, keyring);
    ASSERT_TRUE(rotated.put_all());
    ASSERT_TRUE(keyring->rotate_master_key(next).ok());
    ASSERT_TRUE(rotated.flush());
  }
  EXPECT_EQ(Keyring::open(directory.path(), master, clock, random).error().kind(),
            ErrorKind::InvalidArgument);
  EXPECT_EQ(Store(store, reopened_keyring(next)).right_items(), kItems);
}

// log_size_for_flush of Checkpoint: 0 flushes first, the largest number takes the log along.
struct EncryptedCheckpoint : EncryptedStore, ::testing::WithParamInterface<std::uint64_t> {};

TEST_P(EncryptedCheckpoint, OpensWithACopyOfTheKeyringAndShowsNothing) {
  const auto copy = directory / "copy";
  fs::create_directory(copy);
  {
    Store original(store, keyring);
    ASSERT_TRUE(original.put_all() && original.flush() && keyring->rotate_data_key().ok() &&
                original.put_all());
    rocksdb::Checkpoint* created = nullptr;
    ASSERT_TRUE(rocksdb::Checkpoint::Create(original.database.get(), &created).ok());
    const std::unique_ptr<rocksdb::Checkpoint> checkpoint(created);
    const auto made = checkpoint->CreateCheckpoint(copy / "store", GetParam());
    ASSERT_TRUE(made.ok()) << made.ToString();
  }
  fs::copy_file(Keyring::file_in(directory.path()), Keyring::file_in(copy));
  EXPECT_EQ(kinds_with_canaries(copy), std::set<std::string>());
  int linked = 0;
  for (const auto& file : files_below(copy / "store")) linked += fs::hard_link_count(file) > 1;
  EXPECT_GT(linked, 0) << "tables are linked, not copied";

  fs::remove_all(store);
  Store restored(copy / "store", *Keyring::open(copy, master, clock, random));
  ASSERT_TRUE(restored.opened.ok()) << restored.opened.ToString();
  EXPECT_EQ(restored.right_items(), kItems);
  EXPECT_TRUE(restored.database->VerifyChecksum().ok());
}

INSTANTIATE_TEST_SUITE_P(LogFlushedAndLogTaken, EncryptedCheckpoint,
                         ::testing::Values(std::uint64_t{0}, UINT64_MAX));

}  // namespace
}  // namespace partita::engine
