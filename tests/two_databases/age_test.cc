// What goes because of its age, with two servers of which one may die.

#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

constexpr std::string_view kWithStream =
    R"(, "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"})";

class TwoDatabasesAndTime : public TwoDatabases {
 protected:
  static void switch_ttl_on(Server& server, std::string_view table) {
    ASSERT_EQ(server.send("UpdateTimeToLive",
                          fmt::format(R"({{"TableName": "{}", "TimeToLiveSpecification":
                            {{"AttributeName": "ttl", "Enabled": true}}}})",
                                      table)),
              200)
        << server.answer();
  }
  std::int64_t in_seconds(int seconds) const {
    return std::chrono::duration_cast<std::chrono::seconds>(clock_.wall_now().time_since_epoch())
               .count() +
           seconds;
  }
  int put_mortal(Server& server, std::string_view key, int seconds) {
    return server.put("orders", key, fmt::format(R"(, "ttl": {{"N": "{}"}})", in_seconds(seconds)));
  }
  int rows_in(keys::Space space) const {
    int rows = 0;
    const auto all = keys::space_range(space);
    const auto visit = [&](ByteView, ByteView) {
      ++rows;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(store_->scan({.begin = all.begin, .end = all.end}, visit)).ok());
    return rows;
  }
};

// The server that expires items has not heard of the table yet when the first of them is due.
TEST_F(TwoDatabasesAndTime, ExpireItemsOfATableThatTheOtherHasJustMade) {
  b().work();  // It has the leases.
  ASSERT_EQ(a().create_table("orders"), 200);
  switch_ttl_on(a(), "orders");
  ASSERT_EQ(put_mortal(a(), "1", 0), 200);
  ASSERT_EQ(b().catalog().find("orders"), nullptr);
  clock_.advance(std::chrono::seconds(2));
  b().work();
  b().work();
  EXPECT_FALSE(a().has("orders", "1"));
  EXPECT_EQ(rows_in(keys::Space::TtlQueue), 0);
}

TEST_F(TwoDatabasesAndTime, ExpireItemsOnceWhoeverDies) {
  ASSERT_EQ(a().create_table("orders", kWithStream), 200);
  switch_ttl_on(a(), "orders");
  pass_second();
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(put_mortal(i % 2 == 0 ? a() : b(), std::to_string(i), 1), 200);
  a().kill();
  outlive_a();
  EXPECT_EQ(b().count("orders"), 0);
  // 20 that came, 20 that went, and the beginning of the log.
  EXPECT_EQ(rows_in(keys::Space::StreamLog), 41);
}

TEST_F(TwoDatabasesAndTime, QueueItemsOfATableWhoeverDies) {
  ASSERT_EQ(a().create_table("orders"), 200);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(put_mortal(a(), std::to_string(i), 100), 200);
  pass_second();
  switch_ttl_on(b(), "orders");
  a().kill();
  outlive_a();
  EXPECT_EQ(rows_in(keys::Space::TtlQueue), 50);
  clock_.advance(std::chrono::seconds(200));
  b().work();
  EXPECT_EQ(b().count("orders"), 0);
}

TEST_F(TwoDatabasesAndTime, TrimStreamsAndForgetTokensWhoeverDies) {
  ASSERT_EQ(a().create_table("orders", kWithStream), 200);
  ASSERT_EQ(b().send("TransactWriteItems", R"({"ClientRequestToken": "token", "TransactItems": [
      {"Put": {"TableName": "orders", "Item": {"pk": {"S": "1"}}}}]})"),
            200)
      << b().answer();
  pass_second();
  ASSERT_EQ(rows_in(keys::Space::RequestTokens), 1);
  ASSERT_EQ(rows_in(keys::Space::StreamLog), 2);
  a().kill();
  outlive_a();
  clock_.advance(std::chrono::hours(25));
  b().work();
  b().work();
  EXPECT_EQ(rows_in(keys::Space::RequestTokens), 0);
  EXPECT_EQ(rows_in(keys::Space::StreamLog), 0);
}

TEST_F(TwoDatabasesAndTime, ShowWhoDoesWhat) {
  pass_second();
  const auto holder_of = [](Server& server, std::string_view name) -> std::string {
    for (const auto& job : server.database().jobs().list()) {
      if (job.name == name) return job.holder;
    }
    return "no such job";
  };
  EXPECT_EQ(holder_of(a(), "expiry"), a().database().server());
  EXPECT_EQ(holder_of(b(), "expiry"), a().database().server());
  const std::string other = b().database().server();
  a().kill();
  outlive_a();
  EXPECT_EQ(holder_of(b(), "expiry"), other);
}

TEST_F(TwoDatabasesAndTime, GiveTheirWorkBackWhenTheyAreClosed) {
  pass_second();
  a_.reset();
  clock_.advance(std::chrono::milliseconds(1));
  b().work();
  for (const auto& job : b().database().jobs().list()) {
    if (job.name == "expiry" || job.name == "models") {
      EXPECT_EQ(job.holder, b().database().server()) << job.name;
    }
  }
}

}  // namespace
}  // namespace partita::two_databases
