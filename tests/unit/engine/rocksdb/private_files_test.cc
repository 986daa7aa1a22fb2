#include "engine/rocksdb/private_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/rocksdb/rocksdb_engine.h"
#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

namespace fs = std::filesystem;

fs::perms of_others(const fs::path& path) {
  return fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all);
}

void open_to_all(const fs::path& path) {
  fs::permissions(path, fs::perms::group_read | fs::perms::others_read, fs::perm_options::add);
}

class PrivateFiles : public ::testing::Test {
 protected:
  void open_store() {
    lines_.clear();
    RocksdbOptions options{.directory = data_};
    options.report = [this](std::string_view line) { lines_.emplace_back(line); };
    ASSERT_TRUE(open_rocksdb_engine(options).ok());
  }
  void expect_all_private() {
    EXPECT_EQ(of_others(data_), fs::perms::none);
    for (const auto& entry : fs::recursive_directory_iterator(data_)) {
      EXPECT_EQ(of_others(entry.path()), fs::perms::none) << entry.path();
    }
  }

  testing::TemporaryDirectory directory_;
  const fs::path data_ = directory_.path() / "data";
  std::vector<std::string> lines_;
};

TEST_F(PrivateFiles, AreMadeOfAnOldDirectoryAndThatIsToldOnce) {
  open_store();
  open_to_all(data_);
  for (const auto& entry : fs::recursive_directory_iterator(data_)) open_to_all(entry.path());
  open_store();
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_NE(lines_[0].find("could be read by other users"), std::string::npos) << lines_[0];
  EXPECT_EQ(of_others(data_), fs::perms::none) << "so nobody gets to what is in it";
  EXPECT_EQ(of_others(data_ / "format"), fs::perms::none);
  // The files that this test's own process has made since are as its umask is.
  ASSERT_EQ(make_private(data_), Privacy::MadePrivate);
  expect_all_private();
  EXPECT_EQ(make_private(data_), Privacy::WasPrivate);
}

TEST_F(PrivateFiles, LeaveAloneWhatALinkLeadsTo) {
  fs::create_directories(data_);
  const fs::path outside = directory_.path() / "outside";
  std::ofstream(outside) << "somebody else's";
  open_to_all(outside);
  fs::create_symlink(outside, data_ / "link");
  EXPECT_EQ(make_private(data_), Privacy::MadePrivate);
  EXPECT_NE(of_others(outside), fs::perms::none);
}

}  // namespace
}  // namespace partita::engine
