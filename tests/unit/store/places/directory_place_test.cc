#include "store/places/directory_place.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/place_suite.h"
#include "support/temporary_directory.h"

namespace partita::places {
namespace {

namespace fs = std::filesystem;

class DirectoriesUnderTest final : public testing::PlaceUnderTest {
 public:
  DirectoriesUnderTest() {
    fs::create_directory(root_ / "things");
    place_ = std::move(open_directory_place(root_.path())).value();
  }
  ObjectPlace& place() override { return *place_; }
  fs::path bucket() const { return root_ / "things"; }

 private:
  testing::TemporaryDirectory root_;
  std::unique_ptr<ObjectPlace> place_;
};

std::size_t files_in(const fs::path& directory) {
  const auto files = fs::recursive_directory_iterator(directory);
  return static_cast<std::size_t>(std::count_if(
      begin(files), end(files), [](const auto& entry) { return entry.is_regular_file(); }));
}

TEST(DirectoryPlace, KeysDoNotLeaveTheBucket) {
  DirectoriesUnderTest test;
  for (const char* key : {"../x", "a/../../x", "/x", "a//x", "a/", "./x", ".partita-parts/x"}) {
    const auto put = test.place().put({"things", key}, "1");
    ASSERT_FALSE(put.ok()) << key;
    EXPECT_EQ(put.error().kind(), ErrorKind::InvalidArgument) << key;
    EXPECT_FALSE(test.place().read({.object = {"things", key}}).ok()) << key;
    EXPECT_FALSE(test.place().remove({"things", key}).ok()) << key;
  }
  EXPECT_EQ(files_in(test.bucket().parent_path()), 0U);
}

TEST(DirectoryPlace, LinksDoNotLeadOutOfTheBucket) {
  DirectoriesUnderTest test;
  const testing::TemporaryDirectory outside;
  std::ofstream(outside / "secret") << "secret";
  fs::create_directory_symlink(outside.path(), test.bucket() / "door");
  fs::create_symlink(outside / "secret", test.bucket() / "window");
  EXPECT_FALSE(test.place().read({.object = {"things", "door/secret"}}).ok());
  EXPECT_FALSE(test.place().read({.object = {"things", "window"}}).ok());
  EXPECT_FALSE(test.place().put({"things", "door/new"}, "1").ok());
  EXPECT_FALSE(fs::exists(outside / "new"));
  EXPECT_TRUE(test.place().list({.bucket = "things"})->objects.empty());
}

TEST(DirectoryPlace, AKeyBelowAnObjectIsRefusedAndLeavesNothing) {
  DirectoriesUnderTest test;
  ASSERT_TRUE(test.place().put({"things", "a"}, "1").ok());
  EXPECT_FALSE(test.place().put({"things", "a/b"}, "2").ok());
  EXPECT_EQ(files_in(test.bucket()), 1U);
}

TEST(DirectoryPlace, OthersOfTheMachineCanNotReadObjects) {
  DirectoriesUnderTest test;
  ASSERT_TRUE(test.place().put({"things", "x"}, "1").ok());
  struct stat found {};
  ASSERT_EQ(::stat((test.bucket() / "x").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0007U, 0U);
}

// A crash in the middle of an upload leaves a part, which the next start removes once it is a day
// old: another server may be at work on a younger one.
TEST(DirectoryPlace, PartsThatACrashHasLeftGoAfterADay) {
  const testing::TemporaryDirectory root;
  fs::create_directories(root / "things/.partita-parts");
  const auto old_part = root / "things/.partita-parts/old";
  const auto new_part = root / "things/.partita-parts/new";
  std::ofstream(old_part) << "x";
  std::ofstream(new_part) << "x";
  fs::last_write_time(old_part, fs::last_write_time(new_part) - std::chrono::hours(25));
  ASSERT_TRUE(open_directory_place(root.path()).ok());
  EXPECT_FALSE(fs::exists(old_part));
  EXPECT_TRUE(fs::exists(new_part));
}

TEST(DirectoryPlace, ADirectoryThatIsNotThereIsRefused) {
  const auto opened = open_directory_place("/nowhere/buckets");
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind(), ErrorKind::NotFound);
}

}  // namespace
}  // namespace partita::places

namespace partita::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(Directories, PlaceSuite, ::testing::Values(MakePlace([] {
                           return std::make_unique<places::DirectoriesUnderTest>();
                         })));

}  // namespace
}  // namespace partita::testing
