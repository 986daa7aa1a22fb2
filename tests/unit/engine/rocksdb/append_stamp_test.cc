// The stamp of an append is the number that RocksDB gives that write: everything else follows from
// that (group_committer.cc), so it is looked up in RocksDB itself.
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/utilities/debug.h>

#include <memory>
#include <vector>

#include "engine/rocksdb/group_committer.h"
#include "support/temporary_directory.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;

constexpr std::string_view kPrefix = "log ";

std::optional<Bytes> replaced(std::optional<ByteView>, ByteView operand) { return Bytes(operand); }
Combine kind_of_sum(ByteView key) { return key == "sum" ? &replaced : nullptr; }

// A committer on a store of its own.
class AppendStamp : public ::testing::Test {
 protected:
  AppendStamp() { open(); }

  void open() {
    committer_.reset();
    store_.reset();
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::DB* store = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(options, (directory_ / "store").string(), &store).ok());
    store_.reset(store);
    const SpaceGuard::Place place{directory_.path(), directory_ / "ballast"};
    committer_ = std::make_unique<GroupCommitter>(
        GroupCommitter::Parts{.store = *store_,
                              .space = std::make_shared<SpaceGuard>(std::vector{place}, 0),
                              .gate = std::make_shared<WriteGate>(),
                              .hot = hot_,
                              .trouble = trouble_,
                              .durability = Durability::Synced,
                              .kinds = &kind_of_sum});
  }

  // Commits all as one group.
  void commit(std::vector<CommitRequest> requests) {
    std::vector<CommitRequest*> group;
    for (CommitRequest& request : requests) group.push_back(&request);
    committer_->commit(group);
    for (const CommitRequest& request : requests) outcomes_.push_back(request.outcome.ok());
  }

  // Whether each entry of the log is stamped with RocksDB's number of it. Says how many there are.
  std::size_t check_stamps() {
    std::vector<rocksdb::KeyVersion> versions;
    EXPECT_TRUE(rocksdb::GetAllKeyVersions(store_.get(), "log ", "log!", 1'000, &versions).ok());
    for (const auto& version : versions) {
      Bytes expected(kPrefix);
      append_stamp(expected, version.sequence);
      EXPECT_EQ(version.user_key, expected) << version.value;
    }
    return versions.size();
  }

  static WriteSet appending(int count) {
    WriteSet writes;
    for (int i = 0; i < count; ++i) {
      writes.append(Bytes(kPrefix), "entry");
      writes.put("key " + std::to_string(i), "value");
      writes.merge("sum", "1");
      writes.erase("other");
    }
    return writes;
  }

  TemporaryDirectory directory_;
  HotValues hot_{1 << 20};
  ReadTrouble trouble_;
  std::unique_ptr<rocksdb::DB> store_;
  std::unique_ptr<GroupCommitter> committer_;
  std::vector<bool> outcomes_;
};

TEST_F(AppendStamp, IsTheNumberThatRocksdbGivesTheWrite) {
  const WriteSet one = appending(1);
  const WriteSet three = appending(3);
  for (const WriteSet* writes : {&one, &three, &one}) commit({{.writes = writes}});
  EXPECT_EQ(check_stamps(), 5u);
}

TEST_F(AppendStamp, IsSoInAGroupWhoseMembersArePartlyRefused) {
  const WriteSet writes = appending(2);
  const TrackedRead stale{.key_hash = ConflictTable::hash("key 0"), .seen_at = 0};
  commit({{.writes = &writes},
          {.reads = {&stale, 1}, .writes = &writes},
          {.erased = std::pair<ByteView, ByteView>("a", "b")},
          {.writes = &writes}});
  EXPECT_EQ(outcomes_, (std::vector<bool>{true, false, true, true}));
  EXPECT_EQ(check_stamps(), 4u);
}

TEST_F(AppendStamp, IsSoAfterReopeningAndAfterAFlush) {
  const WriteSet writes = appending(2);
  commit({{.writes = &writes}});
  open();
  commit({{.writes = &writes}});
  ASSERT_TRUE(store_->Flush({}).ok());
  commit({{.writes = &writes}});
  open();
  commit({{.writes = &writes}});
  EXPECT_EQ(check_stamps(), 8u);
}

}  // namespace
}  // namespace partita::engine
