#include "store/backups/backup_files.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "store/places/directory_place.h"
#include "support/temporary_directory.h"

namespace partita::backups {
namespace {

using Names = std::vector<std::string>;

// A place for the files of backups, and what it stands on.
struct FilesUnderTest {
  testing::TemporaryDirectory directory{testing::memory_directory()};
  std::unique_ptr<places::ObjectPlace> place;
  std::unique_ptr<BackupFiles> files;
};
using MakeFiles = std::function<void(FilesUnderTest&)>;

void in_directory(FilesUnderTest& test) { test.files = directory_files(test.directory / "b"); }
void in_memory(FilesUnderTest& test) { test.files = memory_files(); }
void in_bucket(FilesUnderTest& test) {
  std::filesystem::create_directory(test.directory / "things");
  test.place = std::move(places::open_directory_place(test.directory.path())).value();
  ASSERT_TRUE(test.place->put({"things", "other"}, "1").ok());
  ASSERT_TRUE(test.place->put({"things", "copies2/x"}, "1").ok());
  test.files = bucket_files(*test.place, {.bucket = "things", .prefix = "copies"});
}

class EachKindOfBackupFiles : public ::testing::TestWithParam<MakeFiles> {
 protected:
  void SetUp() override { GetParam()(test_); }
  BackupFiles& files() { return *test_.files; }

 private:
  FilesUnderTest test_;
};

INSTANTIATE_TEST_SUITE_P(Places, EachKindOfBackupFiles,
                         ::testing::Values(&in_directory, &in_memory, &in_bucket));

TEST_P(EachKindOfBackupFiles, GivesBackWhatWasWrittenLast) {
  ASSERT_TRUE(files().write("tab/1/manifest", "first").ok());
  ASSERT_TRUE(files().write("tab/1/manifest", "second").ok());
  EXPECT_EQ(files().read("tab/1/manifest", 6).value(), "second");
}

TEST_P(EachKindOfBackupFiles, ReadsFilesOfAnySizeUpToTheBound) {
  const Bytes content(std::size_t{17} << 20, 'x');
  ASSERT_TRUE(files().write("tab/1/block", content).ok());
  EXPECT_TRUE(files().read("tab/1/block", content.size()).value() == content);
  const auto refused = files().read("tab/1/block", content.size() - 1);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::TooLarge);
}

TEST_P(EachKindOfBackupFiles, TellsWhatIsNotThere) {
  const auto missing = files().read("tab/1/manifest", 10);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(files().list("").value(), Names{});
  EXPECT_EQ(files().list("tab").value(), Names{});
}

TEST_P(EachKindOfBackupFiles, ListsADirectoryWithoutWhatIsInInnerOnes) {
  for (const char* name : {"tab/1/0000", "tab/1/0001", "tab/2/0000", "tab2/1/0000", "tab.x/1/0"}) {
    ASSERT_TRUE(files().write(name, "1").ok());
  }
  EXPECT_EQ(files().list("").value(), (Names{"tab.x/", "tab/", "tab2/"}));
  EXPECT_EQ(files().list("tab").value(), (Names{"1/", "2/"}));
  EXPECT_EQ(files().list("tab/1").value(), (Names{"0000", "0001"}));
}

// More than a place tells at once.
TEST_P(EachKindOfBackupFiles, ListsManyFilesAndDirectories) {
  for (int i = 0; i < 1200; ++i) {
    ASSERT_TRUE(
        files().write("tab/" + std::to_string(1000 + i / 2) + "/" + std::to_string(i), "").ok());
  }
  const auto listed = files().list("tab").value();
  ASSERT_EQ(listed.size(), 600U);
  EXPECT_EQ(listed.back(), "1599/");
}

TEST_P(EachKindOfBackupFiles, RemovesFilesAndTheirDirectories) {
  ASSERT_TRUE(files().write("tab/1/0000", "1").ok());
  EXPECT_TRUE(files().remove("tab/1/0000").ok());
  EXPECT_TRUE(files().remove("tab/1/0000").ok());
  EXPECT_TRUE(files().remove_directory("tab/1").ok());
  EXPECT_TRUE(files().remove_directory("tab").ok());
  EXPECT_EQ(files().list("").value(), Names{});
}

// It must not look as if there were no backups.
TEST(BucketFiles, AreUnavailableWithoutTheirBucket) {
  FilesUnderTest test;
  in_bucket(test);
  const auto files = bucket_files(*test.place, {.bucket = "nowhere"});
  for (const auto kind : {files->read("x", 1).error().kind(), files->list("").error().kind(),
                          files->write("x", "1").error().kind()}) {
    EXPECT_EQ(kind, ErrorKind::Unavailable);
  }
}

}  // namespace
}  // namespace partita::backups
