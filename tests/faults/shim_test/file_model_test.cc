#include "faults/shim/file_model.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "actor_run.h"

namespace partita::faults {
namespace {

// What only a race shows from outside: writes that fall between the begin and the end of a sync.
class FileModelTest : public testing::Test {
 protected:
  FileModelTest()
      : fd_(::open(directory_.beside("file").c_str(), O_CREAT | O_RDWR, 0644)),
        model_(std::make_unique<FileModel>(::dup(fd_), 0)) {}
  ~FileModelTest() override { ::close(fd_); }

  void write(off_t offset, std::string_view text) {
    const auto put = [&] { return ::pwrite(fd_, text.data(), text.size(), offset); };
    EXPECT_EQ(model_->change([offset] { return offset; }, text.size(), put),
              static_cast<ssize_t>(text.size()));
  }

  // What is left if the power fails now.
  std::string after_cut(TailMode mode = TailMode::Truncate, unsigned seed = 1) {
    std::mt19937_64 random(seed);
    model_->cut(mode, random);
    return directory_.read("../file");
  }

  ActorRun directory_;
  int fd_;
  std::unique_ptr<FileModel> model_;
};

TEST_F(FileModelTest, DoesNotCoverBytesAppendedDuringTheSync) {
  write(0, "before");
  model_->sync([&] {
    write(6, "during");
    return 0;
  });
  EXPECT_FALSE(model_->is_settled());
  EXPECT_EQ(after_cut(), "before");
}

TEST_F(FileModelTest, DoesNotCoverBytesOverwrittenDuringTheSync) {
  write(0, "first");
  model_->sync([] { return 0; });
  write(0, "FI");
  write(5, "tail");
  model_->sync([&] {
    write(1, "xx");
    write(6, "yy");
    return 0;
  });
  EXPECT_EQ(after_cut(), "FIrsttail");
}

TEST_F(FileModelTest, MayKeepTheFirstOfTheBytesThatWereWrittenOverOthers) {
  std::set<std::string> found;
  for (unsigned seed = 0; seed < 50; ++seed) {
    write(0, "old.");
    model_->sync([] { return 0; });
    write(0, "ne");
    write(2, "w!");
    found.insert(after_cut(TailMode::Prefix, seed));
    model_ = std::make_unique<FileModel>(::dup(fd_), 0);
  }
  EXPECT_EQ(found, (std::set<std::string>{"old.", "nld.", "ned.", "new.", "new!"}));
}

TEST_F(FileModelTest, MayKeepAnySectorThatWasWrittenOverAnother) {
  const std::string old(1024, 'o');
  const std::string half(512, 'n');
  std::set<std::string> found;
  for (unsigned seed = 0; seed < 50; ++seed) {
    write(0, old);
    model_->sync([] { return 0; });
    write(0, half + half);
    found.insert(after_cut(TailMode::Garble, seed));
    model_ = std::make_unique<FileModel>(::dup(fd_), 0);
  }
  const std::string kept(512, 'o');
  EXPECT_EQ(found, (std::set<std::string>{old, half + kept, kept + half, half + half}));
}

TEST_F(FileModelTest, KeepsTheOlderBytesIfTheSyncDoesNotEndWell) {
  write(0, "first");
  model_->sync([] { return 0; });
  write(0, "FI");
  model_->sync([&] {
    write(1, "xx");
    return -1;
  });
  EXPECT_EQ(after_cut(), "first");
}

TEST_F(FileModelTest, IsSettledOnceAllIsSynced) {
  EXPECT_TRUE(model_->is_settled());
  write(0, "text");
  EXPECT_FALSE(model_->is_settled());
  model_->sync([] { return 0; });
  EXPECT_TRUE(model_->is_settled());
  write(0, "T");
  EXPECT_FALSE(model_->is_settled());
}

}  // namespace
}  // namespace partita::faults
