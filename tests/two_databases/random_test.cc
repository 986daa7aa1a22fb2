// Random work at two servers, of which one dies now and then, in the midst of a commit too: what
// each of them has acknowledged is what both of them show.

#include <set>

#include "partita/base/random.h"
#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

class RandomWorkAtTwoDatabases : public TwoDatabases,
                                 public ::testing::WithParamInterface<std::uint64_t> {
 protected:
  std::string random_key() { return std::to_string(random_.below(60)); }

  // What becomes of the items is what is expected, if it was acknowledged.
  void change_item(Server& server) {
    const std::string key = random_key();
    if (random_.below(3) == 0) {
      if (server.erase("orders", key) == 200) expected_.erase(key);
    } else if (server.put("orders", key, R"(, "group": {"S": "g"})") == 200) {
      expected_.insert(key);
    }
  }
  void change_table(Server& server) {
    const int status = server.send("UpdateTable", fmt::format(R"({{"TableName": "orders",
          "DeletionProtectionEnabled": {}}})",
                                                              random_.below(2) == 0));
    EXPECT_TRUE(status == 200 || status >= 500) << server.answer();
  }
  void make_another_table(Server& server) {
    const std::string name = fmt::format("table{}", random_.below(3));
    if (random_.below(2) == 0) {
      server.create_table(name);
    } else {
      server.delete_table(name);
    }
  }
  // It dies in one of its next commits, and another one takes its place.
  void kill_a() {
    const std::uint64_t commits = random_.below(3);
    std::uint64_t seen = 0;
    a().engine().before_commit([&, engine = &a().engine()] {
      if (seen++ == commits) engine->kill();
    });
    for (std::uint64_t i = 0; i <= commits; ++i) change_item(a());
    a().kill();
    if (random_.below(2) == 0) outlive_a();
    restart_a();
  }
  void expect_all(Server& server) {
    clock_.advance(catalog::Catalog::kFollowedFor);
    for (int i = 0; i < 60; ++i) {
      const std::string key = std::to_string(i);
      EXPECT_EQ(server.has("orders", key), expected_.contains(key)) << key;
    }
    const auto size = static_cast<int>(expected_.size());
    EXPECT_EQ(server.count("orders"), size);
    EXPECT_EQ(server.count("orders", "byGroup"), size);
    ASSERT_TRUE(sync_wait(server.catalog().statistics().save(server.engine())).ok());
    EXPECT_EQ(server.item_count("orders"), size);
  }

  SeededRandom random_{GetParam()};
  std::set<std::string> expected_;
};

TEST_P(RandomWorkAtTwoDatabases, ShowsWhatWasAcknowledged) {
  ASSERT_EQ(a().send("CreateTable", R"({"TableName": "orders", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                             {"AttributeName": "group", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
      {"IndexName": "byGroup", "Projection": {"ProjectionType": "ALL"},
       "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}]}]})"),
            200)
      << a().answer();
  for (int step = 0; step < 300; ++step) {
    Server& server = random_.below(2) == 0 ? a() : b();
    const auto what = random_.below(40);
    if (what == 0) {
      kill_a();
    } else if (what < 4) {
      change_table(server);
    } else if (what < 7) {
      make_another_table(server);
    } else if (what < 9) {
      pass_second();
    } else {
      change_item(server);
    }
  }
  expect_all(a());
  expect_all(b());
  ASSERT_EQ(a().send("ListTables", "{}"), 200);
  const std::string tables = a().answer();
  ASSERT_EQ(b().send("ListTables", "{}"), 200);
  EXPECT_EQ(b().answer(), tables);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWorkAtTwoDatabases, ::testing::Values(1, 2, 3, 4, 5, 6),
                         [](const auto& seed) { return fmt::format("Seed{}", seed.param); });

}  // namespace
}  // namespace partita::two_databases
