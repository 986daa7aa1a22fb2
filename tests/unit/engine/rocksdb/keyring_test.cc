#include "engine/rocksdb/keyring.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "partita/base/sealed_bytes.h"
#include "support/temporary_directory.h"
#include "unit/engine/rocksdb/file_content.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;
namespace fs = std::filesystem;

struct KeyringTest : ::testing::Test {
  TemporaryDirectory directory{testing::memory_directory()};
  ManualClock clock;
  SystemRandom random;
  MasterKey master = MasterKey::generate(random);
  fs::path file = Keyring::file_in(directory.path());

  std::shared_ptr<Keyring> create() {
    return *Keyring::create(directory.path(), master, clock, random);
  }
  Result<std::shared_ptr<Keyring>> open(const MasterKey& key) {
    return Keyring::open(directory.path(), key, clock, random);
  }
};

TEST_F(KeyringTest, KeepsItsKeysThroughAReopening) {
  clock.advance(std::chrono::seconds(1'700'000'000));
  const auto created = create();
  ASSERT_EQ(*created->rotate_data_key(), 2u);

  const auto opened = *open(master);
  for (const DataKeyId id : {1u, 2u}) {
    ASSERT_NE(opened->find(id), nullptr);
    EXPECT_EQ(opened->find(id)->id, id);
    EXPECT_EQ(opened->find(id)->secret, created->find(id)->secret);
    EXPECT_EQ(opened->find(id)->created_seconds, 1'700'000'000);
  }
  EXPECT_EQ(opened->active()->id, 2u);
  EXPECT_EQ(opened->find(0), nullptr);
  EXPECT_EQ(opened->find(3), nullptr);
}

// Stored: these bytes may never change.
TEST_F(KeyringTest, SealsTheIdTheDateAndTheSecretOfEachKey) {
  clock.advance(std::chrono::seconds(0x102));
  const auto keyring = create();
  const auto content = content_of(file);
  const auto sealed_at = std::string_view("partita keyring").size() + 1 + 16 + kSealNonceBytes;
  const auto head = ByteView(content).substr(0, sealed_at);
  const SealContext context{.key = master.secret(),
                            .nonce = head.substr(sealed_at - kSealNonceBytes),
                            .associated = head};
  const auto keys = unseal(context, ByteView(content).substr(sealed_at));
  const auto secret = keyring->active()->secret.bytes();
  EXPECT_EQ(keys, Bytes("\0\0\0\1\0\0\0\0\0\0\1\2", 12) + Bytes(secret.begin(), secret.end()));
}

TEST_F(KeyringTest, IsForItsOwnerOnlyAndHoldsNoKeyInPlain) {
  const auto keyring = create();
  const auto content = content_of(file);
  const auto secret = keyring->active()->secret.bytes();
  EXPECT_EQ(content.find(std::string(secret.begin(), secret.end())), std::string::npos);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(KeyringTest, IsNotCreatedOverAnother) {
  create();
  const auto second = Keyring::create(directory.path(), master, clock, random);
  EXPECT_EQ(second.error().kind(), ErrorKind::AlreadyExists);
}

TEST_F(KeyringTest, IsNotFoundWhereThereIsNone) {
  EXPECT_EQ(open(master).error().kind(), ErrorKind::NotFound);
}

TEST_F(KeyringTest, TellsAWrongMasterKeyFromADamagedFile) {
  create();
  const auto wrong = open(MasterKey::generate(random));
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_NE(wrong.error().message().find("wrong master key"), std::string::npos);
  EXPECT_NE(wrong.error().message().find(master.fingerprint()), std::string::npos);

  auto content = content_of(file);
  content.back() ^= 1;
  write_content(file, content);
  EXPECT_EQ(open(master).error().kind(), ErrorKind::Corrupt);
}

TEST_F(KeyringTest, NoticesAChangeOfAnyBit) {
  ASSERT_TRUE(create()->rotate_data_key().ok());
  const auto genuine = content_of(file);
  for (std::size_t bit = 0; bit < 8 * genuine.size(); ++bit) {
    auto changed = genuine;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    write_content(file, changed);
    EXPECT_FALSE(open(master).ok()) << "bit " << bit;
  }
  write_content(file, genuine);
  EXPECT_TRUE(open(master).ok());
}

TEST_F(KeyringTest, NoticesAnyMissingOrAddedByte) {
  create();
  const auto genuine = content_of(file);
  for (std::size_t bytes = 0; bytes < genuine.size(); ++bytes) {
    write_content(file, genuine.substr(0, bytes));
    EXPECT_EQ(open(master).error().kind(), ErrorKind::Corrupt) << bytes << " bytes";
  }
  write_content(file, genuine + '\0');
  EXPECT_EQ(open(master).error().kind(), ErrorKind::Corrupt);
  write_content(file, genuine + std::string(1 << 20, 'x'));
  EXPECT_EQ(open(master).error().kind(), ErrorKind::TooLarge);
}

TEST_F(KeyringTest, RefusesTheOldMasterKeyAfterItsRotation) {
  const auto keyring = create();
  const auto secret = keyring->active()->secret;
  const auto next = MasterKey::generate(random);
  ASSERT_TRUE(keyring->rotate_master_key(next).ok());
  // The keyring in use goes on under the new master key.
  ASSERT_TRUE(keyring->rotate_data_key().ok());

  EXPECT_EQ(open(master).error().kind(), ErrorKind::InvalidArgument);
  const auto opened = *open(next);
  EXPECT_EQ(opened->find(1)->secret, secret);
  EXPECT_EQ(opened->active()->id, 2u);
}

TEST_F(KeyringTest, SealsEachWritingWithAnotherNonce) {
  const auto keyring = create();
  std::set<std::string> contents;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(keyring->rotate_master_key(master).ok());
    contents.insert(content_of(file).substr(32, 12));
  }
  EXPECT_EQ(contents.size(), 100u);
}

TEST_F(KeyringTest, HoldsABoundedNumberOfKeys) {
  const auto keyring = create();
  for (std::size_t i = 1; i < Keyring::kKeysMax; ++i) ASSERT_TRUE(keyring->rotate_data_key().ok());
  EXPECT_EQ(keyring->rotate_data_key().error().kind(), ErrorKind::TooLarge);
  EXPECT_EQ((*open(master))->active()->id, Keyring::kKeysMax);
}

TEST_F(KeyringTest, LeavesThingsAsTheyWereWhenItCannotBeWritten) {
  const auto keyring = create();
  fs::create_directory(file.string() + ".new");
  EXPECT_FALSE(keyring->rotate_data_key().ok());
  EXPECT_FALSE(keyring->rotate_master_key(MasterKey::generate(random)).ok());
  EXPECT_EQ(keyring->active()->id, 1u);
  EXPECT_EQ((*open(master))->active()->id, 1u);
}

TEST_F(KeyringTest, ServesFilesWhileItsKeysRotate) {
  const auto keyring = create();
  std::atomic<bool> done = false;
  std::atomic<int> failures = 0;
  std::vector<std::thread> readers;
  readers.reserve(3);
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      DataKeyId newest = 0;
      while (!done) {
        const auto key = keyring->active();
        if (key->id < newest || keyring->find(key->id) != key) ++failures;
        newest = key->id;
      }
    });
  }
  std::thread second([&] {
    for (int i = 0; i < 20; ++i) failures += keyring->rotate_master_key(master).ok() ? 0 : 1;
  });
  for (int i = 0; i < 20; ++i) failures += keyring->rotate_data_key().ok() ? 0 : 1;
  second.join();
  done = true;
  for (auto& reader : readers) reader.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ((*open(master))->active()->id, 21u);
}

}  // namespace
}  // namespace partita::engine
