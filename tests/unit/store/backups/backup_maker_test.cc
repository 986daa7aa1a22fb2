#include "store/backups/backup_maker.h"

#include <gtest/gtest.h>

#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "partita/base/random.h"
#include "store/backups/backup_content.h"
#include "store/backups/backup_rows.h"

namespace partita::backups {
namespace {

class BackupMakers : public ::testing::Test {
 protected:
  BackupMakers() {
    record_.id = backup_id("tab", 1'731'999'999'999, 7);
    record_.name = "kept";
    record_.table.name = "tab";
    record_.table.id = keys::TableId{1};
    record_.table.key.partition = {{"pk", keys::KeyValueType::String}};
    commit([&](engine::Transaction& transaction) {
      put_row(transaction, {.state = BackupState::Making, .record = record_});
    });
  }

  template <typename Change>
  void commit(Change change) {
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      change(transaction);
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(*engine_, body)).ok());
  }
  BackupMaker maker() {
    return BackupMaker({.engine = *engine_, .files = *files_, .clock = clock_, .random = random_},
                       record_, nullptr, 0);
  }
  bool is_there() { return read_manifest(*files_, nullptr, record_.id).ok(); }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
  std::unique_ptr<BackupFiles> files_ = memory_files();
  ManualClock clock_;
  SystemRandom random_;
  BackupRecord record_;
};

TEST_F(BackupMakers, WriteTheManifestOfABackupThatIsWanted) {
  auto made = maker();
  const auto step = sync_wait(made.step());
  ASSERT_TRUE(step.ok());
  EXPECT_TRUE(step->is_done);
  EXPECT_TRUE(is_there());
}

// A server stands still before it writes. Another one makes the backup meanwhile, and somebody
// deletes it: what stood still must not bring it back, nor write over files of the other one.
class StoppedFiles final : public BackupFiles {
 public:
  StoppedFiles(BackupFiles& below, std::function<void()> meanwhile)
      : below_(below), meanwhile_(std::move(meanwhile)) {}

  Status write(std::string_view name, ByteView content) override {
    ++writes_;
    return below_.write(name, content);
  }
  Result<Bytes> read(std::string_view name, std::size_t bytes_max) const override {
    return below_.read(name, bytes_max);
  }
  Result<std::vector<std::string>> list(std::string_view directory) const override {
    return below_.list(directory);
  }
  Status remove(std::string_view name) override { return below_.remove(name); }
  // The last thing before the first file is written.
  Status remove_directory(std::string_view name) override {
    if (name == "tab") meanwhile_();
    return below_.remove_directory(name);
  }
  std::string description() const override { return below_.description(); }
  int writes() const { return writes_; }

 private:
  BackupFiles& below_;
  const std::function<void()> meanwhile_;
  int writes_ = 0;
};

TEST_F(BackupMakers, WriteNothingOfABackupThatNobodyWantsAnyMore) {
  StoppedFiles files(*files_, [&] {
    commit([&](engine::Transaction& transaction) { erase_row(transaction, record_.id); });
  });
  BackupMaker stopped({.engine = *engine_, .files = files, .clock = clock_, .random = random_},
                      record_, nullptr, 0);
  const auto step = sync_wait(stopped.step());
  ASSERT_TRUE(step.ok());
  EXPECT_TRUE(step->is_done);
  EXPECT_EQ(files.writes(), 0);
  EXPECT_FALSE(is_there());
}

}  // namespace
}  // namespace partita::backups
