#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>

#include "actor_run.h"

namespace partita::faults {
namespace {

constexpr int kCut = 137;

// The faults that a script meets, and what it leaves behind.
class PowerCut : public testing::Test {
 protected:
  // The directory holds "wal" with the bytes "old", all of it durable.
  void SetUp() override { actor_.write("wal", "old"); }

  void expect_cut(const ActorRun::Environment& environment, const ActorRun::Script& script) {
    const auto outcome = actor_.run(environment, script);
    EXPECT_EQ(outcome.exit_code, kCut);
    EXPECT_EQ(outcome.output, "");
  }
  void expect_cut(const ActorRun::Script& script) { expect_cut({}, script); }

  ActorRun actor_;
};

TEST_F(PowerCut, NeverHappensUnlessAskedFor) {
  const auto outcome = actor_.run({"open_to_append wal", "write wal +new", "open made"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(actor_.read("wal"), "old+new");
  EXPECT_TRUE(actor_.holds("made"));
}

TEST_F(PowerCut, KeepsSyncedBytesAndDropsTheRest) {
  expect_cut({"open_to_append wal", "write wal +synced", "sync wal", "write wal +lost", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old+synced");
}

TEST_F(PowerCut, DropsWhatWasClosedWithoutASync) {
  expect_cut({"open_to_append wal", "write wal +lost", "close wal", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
}

TEST_F(PowerCut, CountsASyncThroughAnotherDescriptor) {
  expect_cut(
      {"open_to_append wal", "write wal +synced", "close wal", "open wal", "sync wal", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old+synced");
}

TEST_F(PowerCut, DropsWhatWasOnlyStartedOnItsWayToTheDisk) {
  expect_cut({"open_to_append wal", "write wal +lost", "start_sync wal", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
}

TEST_F(PowerCut, DropsGatheredWritesAndAllocatedSpace) {
  expect_cut({"open_to_append wal", "write_pieces wal +synced", "sync wal",
              "write_pieces wal +lost", "allocate wal 5000", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old+synced");
}

TEST_F(PowerCut, RestoresSyncedBytesThatWereOverwritten) {
  expect_cut({"open wal", "write_at wal 0 123456", "sync wal", "write_at wal 1 xx",
              "write_at wal 2 yyyyyyyy", "write wal z", "cut"});
  EXPECT_EQ(actor_.read("wal"), "123456");
}

TEST_F(PowerCut, RestoresWhatATruncationTookAway) {
  expect_cut({"open wal", "truncate wal 1", "write_at wal 1 XYZ", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
}

TEST_F(PowerCut, RestoresWhatOpeningTookAway) {
  expect_cut({"open_emptied wal", "write wal new", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
}

TEST_F(PowerCut, RestoresWhatAHoleTookAway) {
  expect_cut({"open wal", "punch wal 0 2", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
}

TEST_F(PowerCut, KeepsASyncedTruncation) {
  expect_cut({"open wal", "truncate wal 1", "sync wal", "write_at wal 1 XYZ", "cut"});
  EXPECT_EQ(actor_.read("wal"), "o");
}

TEST_F(PowerCut, CutsAfterTheGivenSync) {
  expect_cut({{"POWER_CUT_AFTER_SYNCS", "2"}},
             {"open_to_append wal", "write wal 1", "sync wal", "write wal 2", "sync wal",
              "write wal 3", "sync wal"});
  EXPECT_EQ(actor_.read("wal"), "old12");
}

TEST_F(PowerCut, CutsAfterTheGivenWrite) {
  expect_cut({{"POWER_CUT_AFTER_WRITES", "2"}},
             {"open_to_append wal", "write wal 1", "sync wal", "write wal 2", "sync wal"});
  EXPECT_EQ(actor_.read("wal"), "old1");
}

TEST_F(PowerCut, ComesWithTheSignalEvenIfTheProgramIsIdle) {
  expect_cut({"open_to_append wal", "write wal +lost", "cut_by_signal"});
  EXPECT_EQ(actor_.read("wal"), "old");
}

TEST_F(PowerCut, InsideASyncKeepsOnlyAPartOfTheTail) {
  std::set<std::size_t> sizes;
  for (int seed = 1; seed <= 10; ++seed) {
    actor_.write("wal", "old");
    expect_cut({{"POWER_CUT_AFTER_SYNCS", "1"},
                {"POWER_CUT_DURING_SYNC", "1"},
                {"POWER_CUT_SEED", std::to_string(seed)}},
               {"open_to_append wal", "write wal 0123456789", "sync wal"});
    const std::string content = actor_.read("wal");
    EXPECT_EQ(content, std::string("old0123456789").substr(0, content.size())) << "seed " << seed;
    EXPECT_LT(content.size(), 13U) << "seed " << seed;
    EXPECT_GE(content.size(), 3U) << "seed " << seed;
    sizes.insert(content.size());
  }
  EXPECT_GT(sizes.size(), 2U);
}

TEST_F(PowerCut, InPrefixModeKeepsARandomPartOfTheTail) {
  const std::string whole = "old+synced" + std::string(5000, 't');
  std::set<std::size_t> sizes;
  for (int seed = 1; seed <= 10; ++seed) {
    actor_.write("wal", "old");
    expect_cut(
        {{"POWER_CUT_MODE", "prefix"}, {"POWER_CUT_SEED", std::to_string(seed)}},
        {"open_to_append wal", "write wal +synced", "sync wal", "write_many wal 5000 t", "cut"});
    const std::string content = actor_.read("wal");
    EXPECT_GE(content.size(), 10U) << "seed " << seed;
    EXPECT_EQ(content, whole.substr(0, content.size())) << "seed " << seed;
    sizes.insert(content.size());
  }
  EXPECT_GT(sizes.size(), 5U);
}

TEST_F(PowerCut, InGarbleModeKeepsTheLengthAndDamagesTheTail) {
  expect_cut(
      {{"POWER_CUT_MODE", "garble"}, {"POWER_CUT_SEED", "3"}},
      {"open_to_append wal", "write wal +synced", "sync wal", "write_many wal 20000 t", "cut"});
  const std::string content = actor_.read("wal");
  ASSERT_EQ(content.size(), 20'010U);
  EXPECT_TRUE(content.starts_with("old+synced"));
  const std::string tail = content.substr(10);
  EXPECT_NE(tail, std::string(20'000, 't'));
  EXPECT_NE(tail.find(std::string(512, 't')), std::string::npos) << "no sector was kept";
  EXPECT_NE(tail.find(std::string(500, '\0')), std::string::npos) << "no sector was zeroed";
  EXPECT_GT(std::set<char>(tail.begin(), tail.end()).size(), 100U) << "no sector is random";
}

TEST_F(PowerCut, DependsOnNothingButItsSeed) {
  const ActorRun::Environment environment = {{"POWER_CUT_MODE", "garble"}, {"POWER_CUT_SEED", "9"}};
  const ActorRun::Script script = {"open_to_append wal", "write_many wal 3000 t", "cut"};
  expect_cut(environment, script);
  const std::string first = actor_.read("wal");
  actor_.write("wal", "old");
  expect_cut(environment, script);
  EXPECT_EQ(actor_.read("wal"), first);
}

TEST_F(PowerCut, RemovesANewFileWhoseDirectoryWasNotSynced) {
  expect_cut({"open new", "write new text", "sync new", "cut"});
  EXPECT_FALSE(actor_.holds("new"));
}

TEST_F(PowerCut, KeepsANewFileWhoseDirectoryWasSynced) {
  expect_cut({"open new", "sync_directory .", "write new text", "sync new", "cut"});
  EXPECT_EQ(actor_.read("new"), "text");
}

TEST_F(PowerCut, EmptiesANewFileThatOnlyItsDirectoryHasSynced) {
  expect_cut({"open new", "write new text", "sync_directory .", "cut"});
  EXPECT_EQ(actor_.read("new"), "");
}

TEST_F(PowerCut, UndoesARenameWhoseDirectoryWasNotSynced) {
  expect_cut({"rename wal moved", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
  EXPECT_FALSE(actor_.holds("moved"));
}

TEST_F(PowerCut, RestoresTheFileThatAnUnsyncedRenameReplaced) {
  actor_.write("temporary", "new");
  expect_cut({"rename temporary wal", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
  EXPECT_EQ(actor_.read("temporary"), "new");
}

TEST_F(PowerCut, KeepsARenameWhoseDirectoryWasSynced) {
  expect_cut({"open temporary", "write temporary new", "sync temporary", "rename temporary wal",
              "sync_directory .", "cut"});
  EXPECT_EQ(actor_.read("wal"), "new");
  EXPECT_FALSE(actor_.holds("temporary"));
}

TEST_F(PowerCut, UndoesAChainOfRenamesAndCreationsInOrder) {
  expect_cut({"open a", "rename a b", "rename wal a", "rename b wal", "open b", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
  EXPECT_FALSE(actor_.holds("a"));
  EXPECT_FALSE(actor_.holds("b"));
}

TEST_F(PowerCut, EmptiesARenamedFileThatWasNeverSynced) {
  expect_cut(
      {"open temporary", "write temporary new", "rename temporary wal", "sync_directory .", "cut"});
  EXPECT_EQ(actor_.read("wal"), "");
}

TEST_F(PowerCut, RemovesAnUnsyncedLinkAndKeepsTheFile) {
  expect_cut({"link wal second", "cut"});
  EXPECT_EQ(actor_.read("wal"), "old");
  EXPECT_FALSE(actor_.holds("second"));
}

TEST_F(PowerCut, RemovesAnUnsyncedDirectoryWithAllThatIsInIt) {
  expect_cut({"mkdir sub", "open sub/file", "write sub/file x", "sync sub/file",
              "sync_directory sub", "cut"});
  EXPECT_FALSE(actor_.holds("sub"));
}

TEST_F(PowerCut, KeepsASyncedDirectoryAndItsSyncedFiles) {
  expect_cut({"mkdir sub", "sync_directory .", "open sub/file", "write sub/file x", "sync sub/file",
              "open sub/lost", "cut"});
  EXPECT_TRUE(actor_.holds("sub"));
  EXPECT_FALSE(actor_.holds("sub/file"));
  expect_cut({"open sub/file", "write sub/file x", "sync sub/file", "sync_directory sub",
              "open sub/lost", "cut"});
  EXPECT_EQ(actor_.read("sub/file"), "x");
  EXPECT_FALSE(actor_.holds("sub/lost"));
}

TEST_F(PowerCut, LeavesARemovedFileRemoved) {
  expect_cut({"unlink wal", "cut"});
  EXPECT_FALSE(actor_.holds("wal"));
}

TEST_F(PowerCut, LeavesFilesOutsideItsDirectoryAlone) {
  const std::string outside = actor_.beside("outside");
  expect_cut({"open " + outside, "write " + outside + " text", "cut"});
  EXPECT_EQ(actor_.read("../outside"), "text");
}

TEST_F(PowerCut, ForgetsADescriptorThatStdioCloses) {
  // Of modelled files the first write fails, so that a socket taken for one shows.
  const auto outcome = actor_.run({{"FAIL_WRITE_AT", "1"}}, {"open wal", "print_and_close wal new",
                                                             "pass_through_socket text"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "");
}

TEST_F(PowerCut, FindsUnsyncedWritesOnlyWhereSyncsAreIgnored) {
  actor_.write("a.log", "");
  actor_.write("a.sst", "");
  expect_cut({{"POWER_CUT_IGNORE_SYNCS_OF", ".log"}},
             {"open a.log", "write a.log text", "sync a.log", "open a.sst", "write a.sst text",
              "sync a.sst", "cut"});
  EXPECT_EQ(actor_.read("a.log"), "");
  EXPECT_EQ(actor_.read("a.sst"), "text");
}

TEST_F(PowerCut, RefusesSettingsThatMakeNoSense) {
  EXPECT_EQ(actor_.run({{"POWER_CUT_MODE", "shred"}}, {}).exit_code, 64);
  EXPECT_EQ(actor_.run({{"POWER_CUT_SEED", "one"}}, {}).exit_code, 64);
  EXPECT_EQ(actor_.run({{"POWER_CUT_AFTER_SYNCS", "1x"}}, {}).exit_code, 64);
  EXPECT_EQ(actor_.run({{"FAIL_SYNC_AT", ""}}, {}).exit_code, 64);
}

class FailedSync : public PowerCut {};

TEST_F(FailedSync, ReportsItsErrorOnce) {
  const auto outcome = actor_.run({{"FAIL_SYNC_AT", "2"}}, {"open_to_append wal", "sync wal",
                                                            "write wal 1", "sync wal", "sync wal"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "sync: errno " + std::to_string(EIO) + "\n");
}

TEST_F(FailedSync, ReportsTheErrorThatWasAskedFor) {
  const auto outcome = actor_.run(
      {{"FAIL_SYNC_AT", "1"}, {"FAIL_SYNC_ERRNO", std::to_string(ENOSPC)}}, {"sync_directory ."});
  EXPECT_EQ(outcome.output, "sync_directory: errno " + std::to_string(ENOSPC) + "\n");
}

TEST_F(FailedSync, LosesItsBytesEvenIfTheNextSyncWorks) {
  const auto outcome =
      actor_.run({{"FAIL_SYNC_AT", "1"}}, {"open wal", "write_at wal 0 OL", "write_at wal 3 +12",
                                           "sync wal", "write_at wal 6 +34", "sync wal", "cut"});
  EXPECT_EQ(outcome.exit_code, kCut);
  EXPECT_EQ(actor_.read("wal"), std::string("old\0\0\0+34", 9));
}

TEST_F(FailedSync, KeepsBytesThatWereWrittenOnceMoreAndSynced) {
  const auto outcome = actor_.run({{"FAIL_SYNC_AT", "1"}},
                                  {"open wal", "write_at wal 3 123456", "sync wal",
                                   "write_at wal 5 34", "sync wal", "write_at wal 6 x", "cut"});
  EXPECT_EQ(outcome.exit_code, kCut);
  EXPECT_EQ(actor_.read("wal"), std::string("old\0\0"
                                            "34\0\0",
                                            9));
}

TEST_F(FailedSync, OfADirectoryLeavesItsNamesUnsynced) {
  const auto outcome = actor_.run({{"FAIL_SYNC_AT", "1"}}, {"open new", "sync_directory .", "cut"});
  EXPECT_EQ(outcome.exit_code, kCut);
  EXPECT_FALSE(actor_.holds("new"));
}

TEST_F(PowerCut, MayFollowAFailedWriteThatWroteNothing) {
  const auto outcome = actor_.run(
      {{"FAIL_WRITE_AT", "2"}, {"FAIL_WRITE_ERRNO", std::to_string(ENOSPC)}},
      {"open_to_append wal", "write wal 1", "write wal 2", "write wal 3", "sync wal", "cut"});
  EXPECT_EQ(outcome.exit_code, kCut);
  EXPECT_EQ(outcome.output, "write: errno " + std::to_string(ENOSPC) + "\n");
  EXPECT_EQ(actor_.read("wal"), "old13");
}

// Writers that keep going while the power is cut, and the records that each was told are durable.
class Flood : public PowerCut {
 protected:
  static constexpr std::size_t kThreads = 8;
  static constexpr std::size_t kRecordBytes = 16;

  std::vector<std::uint64_t> run(ActorRun::Environment environment) {
    actor_.write("../acks", std::string(kThreads * sizeof(std::uint64_t), '\0'));
    environment["POWER_CUT_AFTER_SYNCS"] = "300";
    ActorRun::Script script;
    for (std::size_t index = 0; index < kThreads; ++index) script.push_back("open " + name(index));
    script.push_back("sync_directory .");
    script.push_back("flood " + actor_.beside("acks") + " " + std::to_string(kThreads));
    expect_cut(environment, script);
    const std::string bytes = actor_.read("../acks");
    std::vector<std::uint64_t> acks(kThreads);
    std::memcpy(acks.data(), bytes.data(), kThreads * sizeof(std::uint64_t));
    return acks;
  }

  static std::string name(std::size_t index) { return "file" + std::to_string(index); }
};

TEST_F(Flood, IsFrozenSoThatEachFileEndsAtASync) {
  const auto acks = run({});
  EXPECT_GT(*std::max_element(acks.begin(), acks.end()), 0U);
  for (std::size_t index = 0; index < kThreads; ++index) {
    const std::size_t records = actor_.read(name(index)).size() / kRecordBytes;
    EXPECT_EQ(actor_.read(name(index)).size() % (4 * kRecordBytes), 0U);
    EXPECT_GE(records, acks[index]);
    EXPECT_LE(records, acks[index] + 4);
  }
}

TEST_F(Flood, LosesAcknowledgedRecordsIfSyncsAreIgnored) {
  const auto acks = run({{"POWER_CUT_IGNORE_SYNCS_OF", "file0"}});
  EXPECT_GT(acks[0], 0U);
  EXPECT_EQ(actor_.read("file0"), "");
  for (std::size_t index = 1; index < kThreads; ++index) {
    EXPECT_GE(actor_.read(name(index)).size() / kRecordBytes, acks[index]);
  }
}

}  // namespace
}  // namespace partita::faults
