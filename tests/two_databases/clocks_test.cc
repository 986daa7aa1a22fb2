// Two servers whose clocks do not agree.

#include <fmt/format.h>

#include <string>

#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

using namespace std::chrono_literals;

class ServersWithClocksApart : public ::testing::Test {
 protected:
  ServersWithClocksApart() {
    slow_clock_.advance(24h * 365 * 50);
    fast_clock_.advance(24h * 365 * 50 + 5min);
    slow_.emplace(store_, slow_clock_);
    fast_.emplace(store_, fast_clock_);
  }

  void pass_seconds(int seconds) {
    for (int i = 0; i < seconds; ++i) {
      slow_clock_.advance(1s);
      fast_clock_.advance(1s);
      slow_->work();
      fast_->work();
    }
  }
  int count_once(Server& server, std::string_view token) {
    return server.send("TransactWriteItems", fmt::format(R"({{"ClientRequestToken": "{}",
        "TransactItems": [{{"Update": {{"TableName": "orders", "Key": {{"pk": {{"S": "sum"}}}},
          "UpdateExpression": "ADD n :one",
          "ExpressionAttributeValues": {{":one": {{"N": "1"}}}}}}}}]}})",
                                                         token));
  }
  // What stands in the answer behind `name` and before the next quotation mark.
  static std::string text_behind(const std::string& answer, std::string_view name,
                                 std::size_t& from) {
    const auto at = answer.find(name, from);
    if (at == std::string::npos) return "";
    from = at + name.size();
    return answer.substr(from, answer.find('"', from) - from);
  }
  static std::string text_behind(const std::string& answer, std::string_view name) {
    std::size_t from = 0;
    return text_behind(answer, name, from);
  }

  std::shared_ptr<engine::Engine> store_ = common_store();
  ManualClock slow_clock_;
  ManualClock fast_clock_;
  std::optional<Server> slow_;
  std::optional<Server> fast_;
};

TEST_F(ServersWithClocksApart, DoWhatHasATokenOnceWhicheverIsAsked) {
  ASSERT_EQ(slow_->create_table("orders"), 200);
  pass_seconds(1);
  for (int round = 0; round < 3; ++round) {
    const std::string token = fmt::format("token {}", round);
    Server& first = round % 2 == 0 ? *slow_ : *fast_;
    Server& second = round % 2 == 0 ? *fast_ : *slow_;
    EXPECT_EQ(count_once(first, token), 200) << first.answer();
    EXPECT_EQ(count_once(second, token), 200) << second.answer();
    pass_seconds(2);
    EXPECT_EQ(count_once(first, token), 200) << first.answer();
  }
  ASSERT_TRUE(slow_->has("orders", "sum"));
  EXPECT_NE(slow_->answer().find(R"("n":{"N":"3"})"), std::string::npos) << slow_->answer();
}

// Their records say when, by the clock of who wrote them; their order is that of the commits.
TEST_F(ServersWithClocksApart, KeepTheOrderOfAStream) {
  ASSERT_EQ(slow_->create_table("orders", R"(, "StreamSpecification":
      {"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"})"),
            200);
  pass_seconds(1);
  const std::string arn = [&] {
    slow_->send("ListStreams", R"({"TableName": "orders"})");
    return text_behind(slow_->answer(), R"("StreamArn":")");
  }();
  std::string expected;
  for (int i = 0; i < 12; ++i) {
    Server& writer = i % 2 == 0 ? *fast_ : *slow_;
    ASSERT_EQ(writer.put("orders", "key", fmt::format(R"(, "n": {{"N": "{}"}})", i)), 200);
    expected += fmt::format("{} ", i);
  }
  pass_seconds(1);
  ASSERT_EQ(slow_->send("DescribeStream", fmt::format(R"({{"StreamArn": "{}"}})", arn)), 200);
  const std::string shards = slow_->answer();
  std::string seen;
  for (std::size_t at = 0;;) {
    const auto shard = text_behind(shards, R"("ShardId":")", at);
    if (shard.empty()) break;
    ASSERT_EQ(slow_->send("GetShardIterator", fmt::format(R"({{"StreamArn": "{}", "ShardId": "{}",
        "ShardIteratorType": "TRIM_HORIZON"}})",
                                                          arn, shard)),
              200);
    const auto iterator = text_behind(slow_->answer(), R"("ShardIterator":")");
    ASSERT_EQ(slow_->send("GetRecords", fmt::format(R"({{"ShardIterator": "{}"}})", iterator)),
              200);
    std::size_t from = 0;
    for (;;) {
      const auto number = text_behind(slow_->answer(), R"("n":{"N":")", from);
      if (number.empty()) break;
      seen += number + ' ';
    }
  }
  EXPECT_EQ(seen, expected);
}

// Who is alive is decided by who moves, not by what time it is.
TEST_F(ServersWithClocksApart, LeaveEachOtherTheirJobs) {
  ASSERT_EQ(slow_->create_table("orders"), 200);
  ASSERT_EQ(fast_->create_table("others"), 200);
  pass_seconds(20);
  const auto presences = [&] {
    int count = 0;
    const auto visit = [&](ByteView key, ByteView) {
      count += key.find("presence/") == std::string_view::npos ? 0 : 1;
      return engine::Visit::Continue;
    };
    const Bytes begin(1, '\0');
    const Bytes end(1, '\1');
    EXPECT_TRUE(sync_wait(store_->scan({.begin = begin, .end = end}, visit)).ok());
    return count;
  };
  EXPECT_EQ(presences(), 2);
  for (int i = 0; i < 8; ++i) {
    slow_clock_.advance(1s);
    slow_->work();
  }
  EXPECT_EQ(presences(), 1);
}

}  // namespace
}  // namespace partita::two_databases
