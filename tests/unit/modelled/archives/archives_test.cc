#include "modelled/archives/archives.h"

#include <gtest/gtest.h>

#include "modelled/archives/archive_keys.h"
#include "partita/base/file.h"
#include "partita/base/sha256.h"
#include "unit/modelled/archives/archive_fixture.h"

namespace partita::archives {
namespace {

using Names = std::vector<std::string>;

// The keys up to their last slash.
Names folders_in(const Names& keys) {
  Names folders;
  for (const std::string& key : keys) folders.push_back(key.substr(0, key.rfind('/')));
  return folders;
}

class Archiving : public ArchiveFixture {};

TEST_F(Archiving, MovesAnItemInTheCommitThatDeletesIt) {
  open_shop();
  put({{"id", "a"}, {"region", "north"}});
  EXPECT_EQ(report().waiting, 0U);
  erase("a");
  EXPECT_EQ(report().waiting, 1U);
  EXPECT_EQ(objects(), Names{});
  restart();
  EXPECT_EQ(report().waiting, 1U);
}

// An item that has only the old form so far is archived as everybody sees it.
TEST_F(Archiving, TakesBothFormsOfWhatAMigrationChanges) {
  open_shop();
  put({{"id", "a"}, {"region", "north"}, {"total", 7}});
  const auto next = replaced(replaced(kShopArchive, "version: 1", "version: 2"),
                             "      total:", "      sum: {type: int}\n      total:");
  apply(next + "migrations:\n  - {id: m, entity: Order, rename: {from: total, to: sum}}\n");
  erase("a");
  Item archived;
  const auto range = waiting_range(report().id);
  const auto take = [&](ByteView, ByteView value) {
    archived = decode_waiting_item(value).value().image.to_item();
    return engine::Visit::Continue;
  };
  const auto& engine = database_->context().engine;
  ASSERT_TRUE(sync_wait(engine.scan({.begin = range.begin, .end = range.end}, take)).ok());
  EXPECT_EQ(archived, (Item{{"id", "a"}, {"region", "north"}, {"total", 7}, {"sum", 7}}));
}

TEST_F(Archiving, TakesOnlyItemsThatWereThere) {
  open_shop();
  erase("never-there");
  EXPECT_EQ(report().waiting, 0U);
}

TEST_F(Archiving, MakesAFileWhenTheTimeHasCome) {
  open_shop();
  put_and_erase("a", "north");
  clock_.advance(std::chrono::minutes(59));
  put_and_erase("b", "north");
  ASSERT_TRUE(database_->do_timed_work().ok());
  EXPECT_EQ(report().waiting, 2U);
  clock_.advance(std::chrono::minutes(1));
  wait_until_filed();
  EXPECT_EQ(folders_in(objects()), Names{"orders/region=north"});
  EXPECT_TRUE(objects().front().ends_with(".parquet"));
  EXPECT_EQ(report().files, 1U);
  EXPECT_EQ(report().items, 2U);
}

TEST_F(Archiving, MakesAFileForEachFolder) {
  open_shop();
  put_and_erase("a", "north");
  put_and_erase("b", "far south/1");
  put({{"id", "c"}});
  erase("c");
  flush();
  wait_until_filed();
  EXPECT_EQ(folders_in(objects()), (Names{"orders/region=__HIVE_DEFAULT_PARTITION__",
                                          "orders/region=far%20south%2F1", "orders/region=north"}));
}

TEST_F(Archiving, TellsOfEachFileWhatIsInIt) {
  open_shop();
  put_and_erase("a", "north");
  clock_.advance(std::chrono::seconds(5));
  put_and_erase("b", "north");
  flush();
  wait_until_filed();
  ASSERT_EQ(files().size(), 1U);
  const ArchiveFile file = files().front();
  EXPECT_EQ(file.folder, "region=north");
  EXPECT_EQ(file.items, 2U);
  EXPECT_GE(file.newest - file.oldest, 5000);
  const auto path = bucket() / "orders" / file.folder / file.name;
  const auto content = read_small_file(path.string(), 1 << 20).value();
  EXPECT_EQ(file.bytes, content.size());
  EXPECT_EQ(file.sum, sha256(content));
}

TEST_F(Archiving, MakesNoSecondFileWhenTheAnswerOfTheBucketIsLost) {
  open_shop();
  put_and_erase("a", "north");
  place_->lose(".parquet", Error::unavailable("the line is cut"), 2);
  flush();
  wait_until_filed();
  const auto put_keys = place_->put_keys();
  ASSERT_EQ(put_keys.size(), 3U);
  EXPECT_EQ(put_keys, Names(3, put_keys.front()));
  EXPECT_EQ(objects().size(), 1U);
  EXPECT_EQ(report().items, 1U);
}

// Whoever makes a database anew has its stamps and ids again.
TEST_F(Archiving, NeverWritesOverTheFileOfAnotherDatabase) {
  open_shop();
  put_and_erase("a", "north");
  flush();
  wait_until_filed();
  close();
  std::filesystem::remove_all(directory_ / "data");
  open_shop();
  put_and_erase("b", "north");
  flush();
  wait_until_filed();
  EXPECT_EQ(objects().size(), 2U);
}

TEST_F(Archiving, GoesOnAfterARestartWithTheSameFile) {
  open_shop();
  put_and_erase("a", "north");
  place_->hold(".parquet");
  flush();
  ASSERT_TRUE(database_->do_timed_work().ok());
  place_->wait_for_held();
  // It comes while the batch is fixed and its file on the way: it is of the next one.
  clock_.advance(std::chrono::seconds(1));
  put_and_erase("b", "north");
  restart();
  EXPECT_EQ(report().waiting, 2U);
  wait_until([this] { return report().files == 1; });
  EXPECT_EQ(report().items, 1U);
  flush();
  wait_until_filed();
  EXPECT_EQ(report().files, 2U);
  EXPECT_EQ(report().items, 2U);
  EXPECT_EQ(objects().size(), 2U);
}

TEST_F(Archiving, WaitsForAProgramThatHasBuckets) {
  has_place_ = false;
  open_shop();
  put_and_erase("a", "north");
  flush();
  const Status done = database_->do_timed_work();
  ASSERT_FALSE(done.ok());
  EXPECT_NE(done.error().message().find("--s3"), std::string::npos);
  EXPECT_EQ(report().waiting, 1U);
  has_place_ = true;
  restart();
  wait_until_filed();
  EXPECT_EQ(objects().size(), 1U);
}

TEST_F(Archiving, BringsWhatWaitsIntoFilesAlsoWithoutTheModel) {
  open_shop();
  put_and_erase("a", "north");
  std::string without = replaced(kShopArchive, "archive:\n", "");
  without = without.substr(0, without.find("  Order: {on"));
  apply(replaced(without, "version: 1", "version: 2"));
  put_and_erase("b", "north");
  EXPECT_FALSE(report().is_declared);
  EXPECT_EQ(report().waiting, 1U);
  clock_.advance(std::chrono::hours(2));
  wait_until_filed();
  EXPECT_EQ(report().items, 1U);
}

TEST_F(Archiving, KeepsTheColumnsThatHeldWhenAnItemWent) {
  open_shop();
  put_and_erase("a", "north");
  apply(replaced(replaced(kShopArchive, "total: {type: int}", "total: {type: number}"),
                 "version: 1", "version: 2"));
  put_and_erase("b", "north");
  const auto reports = sync_wait(database_->archives().list()).value();
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_NE(reports[0].layout.columns, reports[1].layout.columns);
  EXPECT_EQ(reports[0].waiting + reports[1].waiting, 2U);
}

TEST_F(Archiving, OfExpiryTakesNothingThatAClientDeletes) {
  open();
  apply(replaced(kShopArchive, "on: delete", "on: expire"));
  put_and_erase("a", "north");
  EXPECT_EQ(report().waiting, 0U);
}

}  // namespace
}  // namespace partita::archives
