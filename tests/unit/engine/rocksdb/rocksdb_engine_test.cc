// What the RocksDB engine has beyond the contract that every engine passes (tests/engine_suite).
#include "engine/rocksdb/rocksdb_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <thread>

#include "engine/rocksdb/watermark.h"
#include "partita/base/random.h"
#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;

std::unique_ptr<RocksdbEngine> open(const RocksdbOptions& options) {
  auto engine = open_rocksdb_engine(options);
  EXPECT_TRUE(engine.ok()) << engine.error().to_string();
  return engine.ok() ? std::move(*engine) : nullptr;
}

void put(Engine& engine, const Bytes& key, const Bytes& value) {
  const auto transaction = engine.begin();
  transaction->put(key, value);
  const auto status = sync_wait(transaction->commit());
  EXPECT_TRUE(status.ok()) << status.error().to_string();
}

std::optional<Bytes> get(const Engine& engine, ByteView key) {
  std::optional<Bytes> found;
  const auto status = sync_wait(
      engine.get({&key, 1}, [&](std::size_t, auto value) { found = std::optional<Bytes>(value); }));
  EXPECT_TRUE(status.ok()) << status.error().to_string();
  return found;
}

bool any_file_holds(const std::filesystem::path& directory, std::string_view text) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    if (content.find(text) != std::string::npos) return true;
  }
  return false;
}

// A master key in a file of its own, outside every data directory.
class Encrypted : public ::testing::Test {
 protected:
  Encrypted() {
    EXPECT_TRUE(MasterKey::generate(random_).write_new_file(temporary_ / "key").ok());
    EXPECT_TRUE(MasterKey::generate(random_).write_new_file(temporary_ / "other-key").ok());
  }

  RocksdbOptions options(std::string_view directory, std::string_view key) const {
    return {.directory = temporary_ / directory, .master_key = MasterKeyFile{temporary_ / key}};
  }

  SystemRandom random_;
  TemporaryDirectory temporary_;
};

TEST(RocksdbEngine, KeepsWhatWasCommittedAcrossOpens) {
  const TemporaryDirectory directory;
  put(*open({.directory = directory / "data"}), "key", "value");
  EXPECT_EQ(get(*open({.directory = directory / "data"}), "key"), "value");
}

// Few keys are erased one by one, many by a range: what was read before must be gone either way.
TEST(RocksdbEngine, ForgetsWhatItHasReadWhenARangeIsErased) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  for (const int keys : {10, 2'000}) {
    const auto transaction = engine->begin();
    for (int i = 0; i < keys; ++i) transaction->put("key " + std::to_string(i), "value");
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
    EXPECT_EQ(get(*engine, "key 7"), "value");
    ASSERT_TRUE(sync_wait(engine->erase_range("key ", "key~")).ok());
    EXPECT_EQ(get(*engine, "key 7"), std::nullopt) << keys;
  }
}

TEST(RocksdbEngine, ReadsWhatWasWrittenAfterAnEarlierRead) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  for (int i = 0; i < 100; ++i) {
    put(*engine, "key", std::to_string(i));
    EXPECT_EQ(get(*engine, "key"), std::to_string(i));
    EXPECT_EQ(get(*engine, "key"), std::to_string(i));
  }
}

TEST(RocksdbEngine, LeavesACleanWatermarkWhenItIsClosedInOrder) {
  const TemporaryDirectory directory;
  {
    const auto engine = open({.directory = directory / "data"});
    put(*engine, "key", "value");
    EXPECT_FALSE((*WatermarkFile::read(directory / "data/watermark"))->is_clean);
  }
  const auto watermark = WatermarkFile::read(directory / "data/watermark");
  EXPECT_TRUE((*watermark)->is_clean);
  EXPECT_GE((*watermark)->sequence, 1U);
}

TEST(RocksdbEngine, RefusesASecondOpenOfItsDirectory) {
  const TemporaryDirectory directory;
  const auto first = open({.directory = directory / "data"});
  const auto second = open_rocksdb_engine({.directory = directory / "data"});
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind(), ErrorKind::Unavailable);
}

TEST(RocksdbEngine, KeepsWhatWasCommittedInTheRelaxedModeWhenClosedInOrder) {
  const TemporaryDirectory directory;
  const RocksdbOptions relaxed{.directory = directory / "data", .durability = Durability::Relaxed};
  put(*open(relaxed), "key", "value");
  EXPECT_EQ(get(*open({.directory = directory / "data"}), "key"), "value");
}

TEST(RocksdbEngine, KeepsItsLogInAnotherDirectory) {
  const TemporaryDirectory directory;
  const RocksdbOptions options{.directory = directory / "data", .log_directory = directory / "log"};
  const auto engine = open(options);
  put(*engine, "key", "value");
  const auto is_log = [](const auto& entry) { return entry.path().extension() == ".log"; };
  using Entries = std::filesystem::recursive_directory_iterator;
  EXPECT_TRUE(std::any_of(Entries(directory / "log"), Entries(), is_log));
  EXPECT_FALSE(std::any_of(Entries(directory / "data"), Entries(), is_log));
}

TEST(RocksdbEngine, MakesACheckpointThatOpensLikeTheOriginal) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  put(*engine, "before", "1");
  ASSERT_TRUE(engine->checkpoint(directory / "copy").ok());
  put(*engine, "after", "2");
  const auto copy = open({.directory = directory / "copy"});
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(get(*copy, "before"), "1");
  EXPECT_EQ(get(*copy, "after"), std::nullopt);
}

// Both go on from the same entry, each by itself.
TEST(RocksdbEngine, GoesOnWithALogInACheckpoint) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  const auto append = [](Engine& to, const Bytes& value) {
    const auto transaction = to.begin();
    transaction->append("log ", value);
    EXPECT_TRUE(sync_wait(transaction->commit()).ok());
  };
  const auto log = [](const Engine& of) {
    std::string values;
    const auto visit = [&](ByteView, ByteView value) {
      values += value;
      return Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(of.scan({.begin = "log ", .end = "log!"}, visit)).ok());
    return values;
  };
  append(*engine, "1");
  put(*engine, "other", "value");
  ASSERT_TRUE(engine->checkpoint(directory / "copy").ok());
  append(*engine, "2");
  const auto copy = open({.directory = directory / "copy"});
  ASSERT_NE(copy, nullptr);
  append(*copy, "3");
  EXPECT_EQ(log(*engine), "12");
  EXPECT_EQ(log(*copy), "13");
}

TEST(RocksdbEngine, MakesNoCheckpointOverSomethingElse) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  std::filesystem::create_directory(directory / "copy");
  const auto made = engine->checkpoint(directory / "copy");
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().kind(), ErrorKind::AlreadyExists);
}

TEST(RocksdbEngine, MakesCheckpointsWhileWritersAreAtWork) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  std::jthread writer([&](const std::stop_token& stop) {
    for (int number = 0; !stop.stop_requested(); ++number) {
      put(*engine, "left", std::to_string(number));
      put(*engine, "right", std::to_string(number));
    }
  });
  for (int number = 0; number < 3; ++number) {
    const auto target = directory / ("copy" + std::to_string(number));
    ASSERT_TRUE(engine->checkpoint(target).ok());
    const auto copy = open({.directory = target});
    const auto left = get(*copy, "left");
    const auto right = get(*copy, "right");
    // "left" is written first: it is as far as "right", or one ahead.
    EXPECT_TRUE(!right || std::stoi(*left) - std::stoi(*right) <= 1);
  }
}

TEST(RocksdbEngine, FindsNothingToComplainAboutInASoundStore) {
  const TemporaryDirectory directory;
  put(*open({.directory = directory / "data"}), "key", "value");
  EXPECT_TRUE(open({.directory = directory / "data"})->scrub().ok());
}

TEST(RocksdbEngine, HasNoKeysToRotateWithoutEncryption) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  EXPECT_EQ(engine->rotate_data_key().error().kind(), ErrorKind::InvalidArgument);
}

TEST(RocksdbEngine, WritesPlainBytesWithoutEncryption) {
  const TemporaryDirectory directory;
  const auto engine = open({.directory = directory / "data"});
  put(*engine, "key", "canary-in-a-value");
  EXPECT_TRUE(any_file_holds(directory / "data", "canary-in-a-value"));
}

TEST_F(Encrypted, LeavesNoPlainBytesInAnyFile) {
  {
    const auto engine = open(options("data", "key"));
    put(*engine, "canary-in-a-key", "canary-in-a-value");
    EXPECT_FALSE(any_file_holds(temporary_ / "data", "canary")) << "in the log";
    ASSERT_TRUE(engine->checkpoint(temporary_ / "copy").ok());
  }
  EXPECT_FALSE(any_file_holds(temporary_ / "data", "canary")) << "in the tables";
  EXPECT_FALSE(any_file_holds(temporary_ / "copy", "canary")) << "in the checkpoint";
  EXPECT_EQ(get(*open(options("copy", "key")), "canary-in-a-key"), "canary-in-a-value");
}

TEST_F(Encrypted, RefusesAWrongOrMissingKey) {
  put(*open(options("data", "key")), "key", "value");
  for (const auto& wrong : {options("data", "other-key"), options("data", "no-such-key"),
                            RocksdbOptions{.directory = temporary_ / "data"}}) {
    EXPECT_FALSE(open_rocksdb_engine(wrong).ok());
  }
  EXPECT_EQ(get(*open(options("data", "key")), "key"), "value");
}

TEST_F(Encrypted, RefusesAKeyForAStoreThatIsNotEncrypted) {
  put(*open({.directory = temporary_ / "data"}), "key", "value");
  const auto engine = open_rocksdb_engine(options("data", "key"));
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_EQ(get(*open({.directory = temporary_ / "data"}), "key"), "value");
}

TEST_F(Encrypted, RotatesBothKeysWhileWritersAreAtWork) {
  const auto replacement =
      MasterKey::load(MasterKeyFile{temporary_ / "other-key"}, temporary_ / "data");
  ASSERT_TRUE(replacement.ok());
  int last = 0;
  {
    const auto engine = open(options("data", "key"));
    std::jthread writer([&](const std::stop_token& stop) {
      for (; !stop.stop_requested(); ++last) put(*engine, std::to_string(last), "value");
    });
    for (int turn = 0; turn < 5; ++turn) {
      ASSERT_TRUE(engine->rotate_data_key().ok());
      ASSERT_TRUE(engine->checkpoint(temporary_ / ("copy" + std::to_string(turn))).ok());
    }
    ASSERT_TRUE(engine->rotate_master_key(*replacement).ok());
  }
  EXPECT_FALSE(open_rocksdb_engine(options("data", "key")).ok());
  const auto engine = open(options("data", "other-key"));
  ASSERT_NE(engine, nullptr);
  for (int number = 0; number < last; ++number) {
    EXPECT_EQ(get(*engine, std::to_string(number)), "value");
  }
}

}  // namespace
}  // namespace partita::engine
