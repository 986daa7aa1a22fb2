#include "partita/builder/transaction.h"

#include "unit/library/builder/music_store.h"

namespace partita::builder {
namespace {

class TransactionBuilder : public MusicStore {
 protected:
  static Item key(const std::string& pk, const std::string& sk) { return {{"PK", pk}, {"SK", sk}}; }
};

TEST_F(TransactionBuilder, CreatesAnArtistWithItsManager) {
  put({{"PK", "USER#1"}, {"SK", "#METADATA"}});
  Transaction transaction;
  transaction
      .put("artist", "music", {{"PK", "ARTIST#7"}, {"SK", "#METADATA"}, {"name", "Ravi"}},
           {{"PK", Operator::NotExists}})
      .put("manager", "music",
           {{"PK", "ARTIST#7"}, {"SK", "MANAGER#1"}, {"permissions", Map{{"editProfile", true}}}})
      .check("user", "music", key("USER#1", "#METADATA"), {{"PK", Operator::Exists}});
  const Status done = transaction.commit(database_);
  ASSERT_TRUE(done.ok()) << done.error().message();
  EXPECT_TRUE(get("ARTIST#7", "MANAGER#1"));
}

TEST_F(TransactionBuilder, TellsByNameWhichWritesAreToBlame) {
  put({{"PK", "ARTIST#7"}, {"SK", "#METADATA"}});
  Transaction transaction;
  transaction.put("artist", "music", key("ARTIST#7", "#METADATA"), {{"PK", Operator::NotExists}})
      .put("manager", "music", key("ARTIST#7", "MANAGER#1"))
      .check("user", "music", key("USER#1", "#METADATA"), {{"PK", Operator::Exists}});
  const Status done = transaction.commit(database_);
  ASSERT_FALSE(done.ok());
  const auto reasons = transaction.reasons(done.error());
  ASSERT_EQ(reasons.size(), 2u);
  EXPECT_EQ(reasons[0].first, "artist");
  EXPECT_EQ(reasons[1].first, "user");
  EXPECT_EQ(reasons[1].second.code, "ConditionalCheckFailed");
  EXPECT_FALSE(get("ARTIST#7", "MANAGER#1"));
}

TEST_F(TransactionBuilder, UpdatesByPathsAndRemoves) {
  put({{"PK", "C#1"}, {"SK", "LATEST"}, {"version", 1}, {"old", 1}, {"data", Map{{"a", 1}}}});
  Transaction transaction;
  transaction.update("latest", "music", key("C#1", "LATEST"),
                     {{PathUpdate::Kind::Set, "data.order", "x"},
                      {PathUpdate::Kind::Add, "version", 1},
                      {PathUpdate::Kind::Remove, "old"}},
                     {{"version", Operator::Equal, 1}});
  const Status done = transaction.commit(database_);
  ASSERT_TRUE(done.ok()) << done.error().message();
  EXPECT_EQ(*get("C#1", "LATEST"), (Item{{"PK", "C#1"},
                                         {"SK", "LATEST"},
                                         {"version", 2},
                                         {"data", Map{{"a", 1}, {"order", "x"}}}}));
}

TEST_F(TransactionBuilder, IsMadeOnceWithOneToken) {
  put({{"PK", "C#1"}, {"SK", "LATEST"}, {"version", 1}});
  Transaction transaction;
  transaction.update("latest", "music", key("C#1", "LATEST"),
                     {{PathUpdate::Kind::Add, "version", 1}});
  EXPECT_TRUE(transaction.commit(database_, "token").ok());
  EXPECT_TRUE(transaction.commit(database_, "token").ok());
  EXPECT_EQ(*get("C#1", "LATEST")->find("version"), Value(2));
}

TEST_F(TransactionBuilder, ProblemsAreToldByName) {
  Transaction transaction;
  transaction.remove("artist", "music", key("ARTIST#7", "#"), {{"a..b", Operator::Exists}});
  const auto request = transaction.request();
  ASSERT_FALSE(request.ok());
  EXPECT_TRUE(request.error().message().starts_with("artist: ")) << request.error().message();
  EXPECT_FALSE(transaction.commit(database_).ok());
}

}  // namespace
}  // namespace partita::builder
