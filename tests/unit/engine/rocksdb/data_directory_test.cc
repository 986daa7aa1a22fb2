#include "engine/rocksdb/data_directory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;

void write_text(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path) << text;
}

TEST(DataDirectory, IsMadeWithItsParents) {
  const TemporaryDirectory temporary;
  const auto directory = DataDirectory::open(temporary / "a/b/data");
  ASSERT_TRUE(directory.ok()) << directory.error().to_string();
  EXPECT_TRUE(std::filesystem::exists(temporary / "a/b/data/format"));
  EXPECT_FALSE(directory->has_store());
}

TEST(DataDirectory, BelongsToOneAtATimeAndNamesTheProcessThatHasIt) {
  const TemporaryDirectory temporary;
  {
    const auto first = DataDirectory::open(temporary / "data");
    ASSERT_TRUE(first.ok());
    const auto second = DataDirectory::open(temporary / "data");
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().kind(), ErrorKind::Unavailable);
    EXPECT_NE(second.error().message().find(std::to_string(::getpid())), std::string::npos);
  }
  EXPECT_TRUE(DataDirectory::open(temporary / "data").ok());
}

TEST(DataDirectory, LeavesADirectoryOfOthersAlone) {
  const TemporaryDirectory temporary;
  write_text(temporary / "letter.txt", "dear");
  const auto directory = DataDirectory::open(temporary.path());
  ASSERT_FALSE(directory.ok());
  EXPECT_EQ(directory.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_NE(directory.error().message().find("letter.txt"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(temporary / "format"));
  EXPECT_FALSE(std::filesystem::exists(temporary / "lock"));
}

TEST(DataDirectory, RefusesALaterFormat) {
  const TemporaryDirectory temporary;
  write_text(temporary / "format", "partita rocksdb 2\n");
  const auto directory = DataDirectory::open(temporary.path());
  ASSERT_FALSE(directory.ok());
  EXPECT_NE(directory.error().message().find("partita rocksdb 2"), std::string::npos);
}

TEST(DataDirectory, RefusesAFileInItsPlace) {
  const TemporaryDirectory temporary;
  write_text(temporary / "data", "a file");
  EXPECT_FALSE(DataDirectory::open(temporary / "data").ok());
}

}  // namespace
}  // namespace partita::engine
