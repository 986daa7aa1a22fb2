#include "partita/base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <string>

#include "support/temporary_directory.h"

namespace partita {
namespace {

class SmallFile : public ::testing::TestWithParam<std::size_t> {
 protected:
  testing::TemporaryDirectory directory_{testing::memory_directory()};
};

// Sizes around those at which the memory for it grows.
INSTANTIATE_TEST_SUITE_P(OfSize, SmallFile,
                         ::testing::Values(0, 1, 65'535, 65'536, 65'537, 131'072, 300'000));

TEST_P(SmallFile, IsReadWholeUpToTheBound) {
  Bytes written(GetParam(), 'x');
  if (!written.empty()) written.back() = 'y';
  ASSERT_TRUE(replace_file(directory_ / "file", written).ok());
  EXPECT_EQ(read_small_file(directory_ / "file", written.size()).value(), written);
  if (written.empty()) return;
  const auto refused = read_small_file(directory_ / "file", written.size() - 1);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::TooLarge);
}

// A bound that no memory could hold costs nothing.
TEST_P(SmallFile, TakesNoMemoryForTheBound) {
  ASSERT_TRUE(replace_file(directory_ / "file", Bytes(GetParam(), 'x')).ok());
  const Bytes read = read_small_file(directory_ / "file", std::size_t{1} << 50).value();
  EXPECT_EQ(read.size(), GetParam());
}

TEST(SmallFileOfTheKernel, IsReadAlthoughItTellsNoSize) {
  EXPECT_FALSE(read_small_file("/proc/self/status", 1 << 20).value().empty());
}

TEST(AFileThatIsFull, IsNamed) {
  const auto full = open_file("/dev/full", O_WRONLY);
  ASSERT_TRUE(full.ok());
  const Status written = write_at(*full, 0, "x");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().message(), "cannot write to /dev/full: No space left on device");
  EXPECT_EQ(written.error().kind(), ErrorKind::Unavailable);
}

}  // namespace
}  // namespace partita
