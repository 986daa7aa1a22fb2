#include "engine/rocksdb/master_key.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "partita/base/base64.h"
#include "support/temporary_directory.h"
#include "unit/engine/rocksdb/file_content.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;
namespace fs = std::filesystem;

constexpr std::string_view kHex =
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1eFF";

std::string raw_key() {
  std::string bytes;
  for (char byte = 0; byte < 31; ++byte) bytes.push_back(byte);
  return bytes + '\xFF';
}

struct KeyFileTest : ::testing::Test {
  TemporaryDirectory directory;
  fs::path data = directory / "data";
  fs::path key_file = directory / "master.key";

  void SetUp() override { fs::create_directory(data); }

  void write_key(std::string_view content, fs::perms permissions = fs::perms::owner_read) {
    fs::remove(key_file);
    write_content(key_file, content);
    fs::permissions(key_file, permissions);
  }

  Result<MasterKey> load() const { return MasterKey::load(MasterKeyFile{key_file}, data); }

  static std::string bytes_of(const MasterKey& key) {
    return {key.secret().bytes().begin(), key.secret().bytes().end()};
  }
};

TEST_F(KeyFileTest, HoldsHexadecimalBase64OrTheBytesThemselves) {
  const auto base64 = base64_encode(raw_key());
  for (const auto& content :
       {std::string(kHex), std::string(kHex) + "\n", base64, base64 + "\r\n", raw_key()}) {
    write_key(content);
    const auto key = load();
    ASSERT_TRUE(key.ok()) << key.error().to_string();
    EXPECT_EQ(bytes_of(*key), raw_key());
  }
}

TEST_F(KeyFileTest, RefusesWhatIsNotAKeyWithoutShowingIt) {
  const std::string hex(kHex);
  for (const auto& content :
       {std::string(), std::string("\n"), hex.substr(1), hex + "0", "x" + hex.substr(1),
        hex.substr(0, 63) + " ", base64_encode(raw_key()).substr(0, 43), base64_encode("short"),
        raw_key().substr(1), raw_key() + '\n', std::string(1000, 'a')}) {
    write_key(content);
    const auto key = load();
    ASSERT_FALSE(key.ok()) << content;
    EXPECT_TRUE(content.size() < 16 ||
                key.error().message().find(content.substr(0, 16)) == std::string::npos);
  }
}

TEST_F(KeyFileTest, RefusesAPasswordOfThirtyTwoCharacters) {
  write_key("correct horse battery staple 123");
  EXPECT_EQ(load().error().kind(), ErrorKind::InvalidArgument);
}

TEST_F(KeyFileTest, RefusesAFileThatOthersMayUseAndNamesTheCure) {
  for (const auto shared : {fs::perms::group_read, fs::perms::others_read, fs::perms::group_write,
                            fs::perms::others_exec}) {
    write_key(kHex, fs::perms::owner_read | shared);
    const auto key = load();
    ASSERT_FALSE(key.ok());
    EXPECT_EQ(key.error().kind(), ErrorKind::InvalidArgument);
    EXPECT_TRUE(key.error().message().ends_with("chmod 600 " + key_file.string()))
        << key.error().message();
  }
}

TEST_F(KeyFileTest, RefusesAFileInsideTheDataDirectory) {
  key_file = data / "deep" / "master.key";
  fs::create_directory(data / "deep");
  write_key(kHex);
  const auto key = load();
  ASSERT_FALSE(key.ok());
  EXPECT_NE(key.error().message().find("inside the data directory"), std::string::npos);
}

TEST_F(KeyFileTest, RefusesALinkIntoTheDataDirectoryAndADataDirectoryThatIsALink) {
  write_content(data / "hidden", kHex);
  fs::permissions(data / "hidden", fs::perms::owner_read);
  fs::create_symlink(data / "hidden", key_file);
  EXPECT_EQ(load().error().kind(), ErrorKind::InvalidArgument);

  fs::create_symlink(data, directory / "alias");
  const auto through_alias = MasterKey::load(MasterKeyFile{data / "hidden"}, directory / "alias");
  EXPECT_EQ(through_alias.error().kind(), ErrorKind::InvalidArgument);
}

TEST_F(KeyFileTest, AcceptsAFileBesideADataDirectoryWhoseNameBeginsAlike) {
  key_file = directory / "data.key";
  write_key(kHex);
  EXPECT_TRUE(load().ok());
  EXPECT_TRUE(MasterKey::load(MasterKeyFile{key_file}, directory / "not-made-yet").ok());
}

TEST_F(KeyFileTest, MustExistAndBeAFile) {
  EXPECT_EQ(load().error().kind(), ErrorKind::NotFound);
  key_file = directory / "folder";
  fs::create_directory(key_file);
  EXPECT_EQ(load().error().kind(), ErrorKind::InvalidArgument);
}

TEST_F(KeyFileTest, IsWrittenForItsOwnerOnlyAndNeverOverwritten) {
  SystemRandom random;
  const auto first = MasterKey::generate(random);
  ASSERT_TRUE(first.write_new_file(key_file).ok());
  EXPECT_EQ(fs::status(key_file).permissions(), fs::perms::owner_read | fs::perms::owner_write);

  const auto second = MasterKey::generate(random);
  EXPECT_EQ(second.write_new_file(key_file).error().kind(), ErrorKind::AlreadyExists);
  EXPECT_EQ(bytes_of(*load()), bytes_of(first));
  EXPECT_NE(bytes_of(second), bytes_of(first));
}

TEST_F(KeyFileTest, HasAFingerprintThatTellsKeysApart) {
  write_key(kHex);
  const auto key = *load();
  SystemRandom random;
  EXPECT_EQ(key.fingerprint().size(), 16u);
  EXPECT_EQ(key.fingerprint(), load()->fingerprint());
  EXPECT_NE(key.fingerprint(), MasterKey::generate(random).fingerprint());
  EXPECT_EQ(kHex.find(key.fingerprint()), std::string_view::npos);
}

TEST(KeyVariable, HoldsHexadecimalOrBase64) {
  for (const auto& text : {std::string(kHex), base64_encode(raw_key())}) {
    ::setenv("PARTITA_TEST_MASTER_KEY", text.c_str(), 1);
    EXPECT_TRUE(MasterKey::load(MasterKeyVariable{"PARTITA_TEST_MASTER_KEY"}, "data").ok());
  }
  ::setenv("PARTITA_TEST_MASTER_KEY", "correct horse battery staple 123", 1);
  const auto wrong = MasterKey::load(MasterKeyVariable{"PARTITA_TEST_MASTER_KEY"}, "data");
  EXPECT_EQ(wrong.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_EQ(wrong.error().message().find("horse"), std::string::npos);
  ::unsetenv("PARTITA_TEST_MASTER_KEY");
}

TEST(KeyVariable, MustBeSet) {
  const auto key = MasterKey::load(MasterKeyVariable{"PARTITA_TEST_NO_SUCH_VARIABLE"}, "data");
  EXPECT_EQ(key.error().kind(), ErrorKind::NotFound);
  EXPECT_NE(key.error().message().find("PARTITA_TEST_NO_SUCH_VARIABLE"), std::string::npos);
}

}  // namespace
}  // namespace partita::engine
