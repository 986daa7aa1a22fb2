#include "wire/protocol/credential_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "partita/base/file.h"
#include "support/temporary_directory.h"

namespace partita::protocol {
namespace {

namespace fs = std::filesystem;

struct CredentialFileTest : ::testing::Test {
  testing::TemporaryDirectory directory{testing::memory_directory()};
  CredentialFile file{.path = directory / "credentials", .key = std::nullopt};
  ManualClock clock;
  SystemRandom random;

  Result<Credential> create(std::string_view name = "", std::string_view role = "") {
    return create_credential(file, {.name = name, .role = role}, clock, random);
  }
  std::string content() const { return read_small_file(file.path, 100'000).value(); }
  void overwrite(std::string_view text) const {
    ASSERT_TRUE(replace_file(file.path, text, 0600).ok());
  }
  static fs::perms mode(const fs::path& path) { return fs::status(path).permissions(); }
};

TEST_F(CredentialFileTest, GivesBackWhatWasCreated) {
  clock.jump_wall(std::chrono::seconds(1'700'000'000));
  const auto first = create("backup-job").value();
  const auto second = create().value();
  const auto loaded = load_credentials(file).value();
  ASSERT_EQ(loaded.size(), 2u);
  EXPECT_EQ(loaded[0].access_key_id, first.access_key_id);
  EXPECT_EQ(loaded[0].secret_access_key.view(), first.secret_access_key.view());
  EXPECT_EQ(loaded[0].name, "backup-job");
  EXPECT_EQ(loaded[0].created_seconds, 1'700'000'000);
  EXPECT_EQ(loaded[1].access_key_id, second.access_key_id);
  EXPECT_EQ(loaded[1].name, "");
  EXPECT_NE(first.access_key_id, second.access_key_id);
  EXPECT_NE(first.secret_access_key.view(), second.secret_access_key.view());
  EXPECT_TRUE(CredentialStore::create(loaded).ok());
}

TEST_F(CredentialFileTest, KeepsTheRoleOfAKeyUnderItsSeal) {
  create("replay", "operator").value();
  create("", "admin").value();
  create("worker").value();
  const auto loaded = load_credentials(file).value();
  EXPECT_EQ(loaded[0].name, "replay");
  EXPECT_EQ(loaded[0].role, "operator");
  EXPECT_EQ(loaded[1].name, "");
  EXPECT_EQ(loaded[1].role, "admin");
  EXPECT_EQ(loaded[2].role, "");
  EXPECT_EQ(list_credentials(file.path).value()[0].role, "operator");

  auto text = content();
  overwrite(text.replace(text.find(" worker "), 8, " worker/admin "));
  EXPECT_FALSE(load_credentials(file).ok()) << "nobody promotes a key with an editor";
  EXPECT_FALSE(create("", "a role").ok());
}

TEST_F(CredentialFileTest, LooksLikeAnAwsKeyAndIsRandom) {
  const auto credential = create().value();
  EXPECT_EQ(credential.access_key_id.size(), 20u);
  EXPECT_TRUE(credential.access_key_id.starts_with("PTTA"));
  EXPECT_EQ(credential.secret_access_key.view().size(), 40u);
}

TEST_F(CredentialFileTest, IsForItsOwnerOnlyAndShowsNoSecret) {
  const auto credential = create("job").value();
  constexpr auto kOwnerOnly = fs::perms::owner_read | fs::perms::owner_write;
  EXPECT_EQ(mode(file.path), kOwnerOnly);
  EXPECT_EQ(mode(directory / "credentials.key"), kOwnerOnly);
  EXPECT_NE(content().find(credential.access_key_id + " 0 job "), std::string::npos) << content();
  EXPECT_EQ(content().find(credential.secret_access_key.view()), std::string::npos);
}

TEST_F(CredentialFileTest, RefusesFilesThatOthersMayUse) {
  ASSERT_TRUE(create().ok());
  for (const auto& path : {file.path, fs::path(directory / "credentials.key")}) {
    fs::permissions(path, fs::perms::group_read, fs::perm_options::add);
    const auto loaded = load_credentials(file);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().kind(), ErrorKind::InvalidArgument);
    EXPECT_TRUE(loaded.error().message().ends_with("run: chmod 600 " + path.string()));
    fs::permissions(path, fs::perms::group_read, fs::perm_options::remove);
  }
  EXPECT_TRUE(load_credentials(file).ok());
}

TEST_F(CredentialFileTest, ListsAndRemovesWithoutItsKey) {
  const auto first = create("one").value();
  const auto second = create("two").value();
  fs::remove(directory / "credentials.key");
  auto entries = list_credentials(file.path).value();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[1].access_key_id, second.access_key_id);
  EXPECT_EQ(entries[1].name, "two");
  EXPECT_TRUE(remove_credential(file.path, first.access_key_id).ok());
  EXPECT_EQ(remove_credential(file.path, first.access_key_id).error().kind(), ErrorKind::NotFound);
  entries = list_credentials(file.path).value();
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].access_key_id, second.access_key_id);
  EXPECT_EQ(create().error().kind(), ErrorKind::NotFound) << "its key is not made again";
}

TEST_F(CredentialFileTest, TakesAKeyFromElsewhereAndRefusesAnother) {
  const auto key = directory / "elsewhere.key";
  ASSERT_TRUE(write_new_key_file(key, SecretKey::generate(random)).ok());
  file.key = KeyFile{key};
  ASSERT_TRUE(create().ok());
  EXPECT_FALSE(fs::exists(directory / "credentials.key"));
  EXPECT_TRUE(load_credentials(file).ok());

  const auto other = directory / "other.key";
  ASSERT_TRUE(write_new_key_file(other, SecretKey::generate(random)).ok());
  file.key = KeyFile{other};
  const auto loaded = load_credentials(file);
  EXPECT_EQ(loaded.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_NE(loaded.error().message().find("wrong key"), std::string::npos);
  file.key = KeyFile{directory / "missing.key"};
  EXPECT_EQ(create().error().kind(), ErrorKind::NotFound);
}

TEST_F(CredentialFileTest, IsNotThereUntilAKeyIsCreated) {
  EXPECT_EQ(load_credentials(file).error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(list_credentials(file.path).error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(remove_credential(file.path, "x").error().kind(), ErrorKind::NotFound);
  EXPECT_FALSE(create("not a name").ok());
  EXPECT_FALSE(fs::exists(file.path));
}

TEST_F(CredentialFileTest, NoticesEveryChangedCharacter) {
  const auto credential = create("job").value();
  const auto good = content();
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad[i] = bad[i] == 'A' ? 'B' : 'A';
    overwrite(bad);
    EXPECT_FALSE(load_credentials(file).ok()) << "character " << i << " of " << good;
  }
  for (std::size_t size = 0; size < good.size(); ++size) {
    overwrite(std::string_view(good).substr(0, size));
    const auto loaded = load_credentials(file);
    // What is cut at the end of the first line is a file without keys.
    EXPECT_TRUE(!loaded.ok() || loaded->empty()) << size;
  }
  overwrite(good);
  EXPECT_TRUE(load_credentials(file).ok());
}

}  // namespace
}  // namespace partita::protocol
