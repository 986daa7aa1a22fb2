#include "modelled/archives/archives.h"

#include <gmock/gmock.h>

#include "unit/modelled/archives/archive_fixture.h"

namespace partita::archives {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

class Archiving : public ArchiveFixture {};

TEST_F(Archiving, MovesAnItemInTheCommitThatDeletesIt) {
  open_shop();
  put({{"id", "a"}, {"region", "north"}});
  EXPECT_EQ(report().waiting, 0U);
  erase("a");
  EXPECT_EQ(report().waiting, 1U);
  EXPECT_THAT(objects(), IsEmpty());
  restart();
  EXPECT_EQ(report().waiting, 1U);
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
  EXPECT_THAT(objects(), ElementsAre(MatchesRegex("orders/region=north/part-.*\\.parquet")));
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
  EXPECT_THAT(objects(), ElementsAre(HasSubstr("orders/region=__HIVE_DEFAULT_PARTITION__/part-"),
                                     HasSubstr("orders/region=far%20south%2F1/part-"),
                                     HasSubstr("orders/region=north/part-")));
}

TEST_F(Archiving, TellsOfEachFileWhatIsInIt) {
  open_shop();
  put_and_erase("a", "north");
  clock_.advance(std::chrono::seconds(5));
  put_and_erase("b", "north");
  flush();
  wait_until_filed();
  ASSERT_THAT(files(), SizeIs(1));
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
  ASSERT_THAT(put_keys, SizeIs(3));
  EXPECT_THAT(put_keys, Each(put_keys.front()));
  EXPECT_THAT(objects(), SizeIs(1));
  EXPECT_EQ(report().items, 1U);
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
  EXPECT_THAT(objects(), SizeIs(2));
}

TEST_F(Archiving, WaitsForAProgramThatHasBuckets) {
  has_place_ = false;
  open_shop();
  put_and_erase("a", "north");
  flush();
  const Status done = database_->do_timed_work();
  ASSERT_FALSE(done.ok());
  EXPECT_THAT(done.error().message(), HasSubstr("--s3"));
  EXPECT_EQ(report().waiting, 1U);
  has_place_ = true;
  restart();
  wait_until_filed();
  EXPECT_THAT(objects(), SizeIs(1));
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
  ASSERT_THAT(reports, SizeIs(2));
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
