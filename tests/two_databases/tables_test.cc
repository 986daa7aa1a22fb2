// Tables that one server makes, changes and removes while another one works with them.

#include <atomic>
#include <thread>
#include <vector>

#include "support/engines/counting_engine.h"
#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

TEST_F(TwoDatabases, WriteToATableTheMomentTheOtherHasMadeIt) {
  ASSERT_EQ(a().create_table("orders"), 200);
  EXPECT_EQ(b().put("orders", "1"), 200) << b().answer();
  EXPECT_TRUE(a().has("orders", "1"));
  EXPECT_EQ(b().create_table("orders"), 400) << "there is one already";
}

// The control: a server that does not know that it shares its store never hears of the table.
TEST_F(TwoDatabases, NeverHearOfEachOthersTablesIfTheyDoNotFollow) {
  class AloneEngine final : public engine::Engine {
   public:
    explicit AloneEngine(std::shared_ptr<engine::Engine> store) : store_(std::move(store)) {}
    Task<Status> get(std::span<const ByteView> keys, engine::ValueVisitor visit) const override {
      return store_->get(keys, visit);
    }
    Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) const override {
      return store_->scan(range, visit);
    }
    Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override {
      return store_->read_log(range, visit);
    }
    const engine::Limits& limits() const override { return store_->limits(); }
    std::unique_ptr<engine::View> snapshot() const override { return store_->snapshot(); }
    std::unique_ptr<engine::Transaction> begin(MonotonicTime deadline) override {
      return store_->begin(deadline);
    }
    Task<Status> erase_range(ByteView begin, ByteView end) override {
      return store_->erase_range(begin, end);
    }
    engine::WriteAvailability write_availability() const override { return {}; }

   private:
    const std::shared_ptr<engine::Engine> store_;
  };
  auto alone =
      database::Database::open_on(std::make_unique<AloneEngine>(store_),
                                  database::traits_of(database::MemoryStore{}),
                                  {.clock = &clock_, .timed_work = database::TimedWork::ByHand})
          .value();
  ASSERT_EQ(a().create_table("orders"), 200);
  clock_.advance(std::chrono::hours(1));
  ASSERT_TRUE(alone->do_timed_work().ok());
  EXPECT_EQ(alone->context().catalog.find("orders"), nullptr);
}

TEST_F(TwoDatabases, DecideEachWriteByTheTableAsItIs) {
  ASSERT_EQ(a().create_table("orders"), 200);
  ASSERT_EQ(b().put("orders", "1"), 200);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(a().send("TagResource", fmt::format(R"({{"ResourceArn":
                         "arn:aws:dynamodb:ddblocal:000000000000:table/orders",
                         "Tags": [{{"Key": "k{}", "Value": "v"}}]}})",
                                                  i)),
              200)
        << a().answer();
    // The stored epoch is another one than B knows: it reads the table again and goes on at once.
    EXPECT_EQ(b().put("orders", std::to_string(i)), 200);
    EXPECT_EQ(b().catalog().find("orders")->epoch, a().catalog().find("orders")->epoch);
  }
}

TEST_F(TwoDatabases, ReadNothingOfATableThatIsGoneForLongerThanASecond) {
  ASSERT_EQ(a().create_table("orders"), 200);
  ASSERT_EQ(b().put("orders", "1"), 200);
  ASSERT_EQ(a().delete_table("orders"), 200);
  EXPECT_EQ(b().put("orders", "2"), 400) << "a write notices at once";
  clock_.advance(std::chrono::milliseconds(250));
  EXPECT_EQ(b().get("orders", "1"), 400) << b().answer();
  EXPECT_EQ(b().send("ListTables", "{}"), 200);
  EXPECT_EQ(b().answer().find("orders"), std::string::npos);
}

TEST_F(TwoDatabases, TakeATableThatWasMadeAgainForAnotherOne) {
  ASSERT_EQ(a().create_table("orders"), 200);
  ASSERT_EQ(b().put("orders", "old"), 200);
  ASSERT_EQ(a().delete_table("orders"), 200);
  ASSERT_EQ(a().create_table("orders"), 200);
  EXPECT_EQ(b().put("orders", "new"), 200) << b().answer();
  EXPECT_FALSE(b().has("orders", "old"));
  EXPECT_TRUE(a().has("orders", "new"));
  EXPECT_EQ(a().count("orders"), 1);
}

TEST_F(TwoDatabases, FillAnIndexWhileTheOtherWrites) {
  ASSERT_EQ(a().create_table("orders"), 200);
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(a().put("orders", fmt::format("old{}", i), R"(, "group": {"S": "g"})"), 200);
  }
  std::atomic<bool> is_filled{false};
  int written = 0;
  std::thread writer([&] {
    for (; !is_filled || written < 50; ++written) {
      ASSERT_EQ(b().put("orders", fmt::format("new{}", written), R"(, "group": {"S": "g"})"), 200);
    }
  });
  ASSERT_EQ(a().add_index("orders", "byGroup"), 200) << a().answer();
  while (!is_filled) {
    clock_.advance(std::chrono::milliseconds(250));
    ASSERT_EQ(a().send("DescribeTable", R"({"TableName": "orders"})"), 200);
    is_filled =
        a().catalog().find("orders")->find_index("byGroup")->state == catalog::IndexState::Active;
  }
  writer.join();
  clock_.advance(std::chrono::milliseconds(250));
  for (Server* server : {&a(), &b()}) {
    EXPECT_EQ(server->count("orders"), 300 + written);
    EXPECT_EQ(server->count("orders", "byGroup"), 300 + written);
  }
}

TEST_F(TwoDatabases, GoOnWithAnIndexThatADeadServerWasFilling) {
  ASSERT_EQ(a().create_table("orders"), 200);
  for (int i = 0; i < 500; ++i) {
    ASSERT_EQ(a().put("orders", std::to_string(i), R"(, "group": {"S": "g"})"), 200);
  }
  ASSERT_EQ(a().add_index("orders", "byGroup"), 200);
  a().kill();
  bool is_filled = false;
  for (int i = 0; i < 100'000 && !is_filled; ++i) {
    pass_second(false);
    is_filled =
        b().catalog().find("orders")->find_index("byGroup")->state == catalog::IndexState::Active;
    std::this_thread::yield();
  }
  EXPECT_TRUE(is_filled);
  EXPECT_EQ(b().count("orders", "byGroup"), 500);
}

TEST_F(TwoDatabases, CountItemsTogetherWhoeverDies) {
  ASSERT_EQ(a().create_table("orders"), 200);
  for (int i = 0; i < 40; ++i)
    ASSERT_EQ((i % 2 == 0 ? a() : b()).put("orders", std::to_string(i)), 200);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(b().erase("orders", std::to_string(i)), 200);
  a().kill();
  for (int i = 0; i < 5; ++i) ASSERT_EQ(b().put("orders", fmt::format("late{}", i)), 200);
  ASSERT_TRUE(sync_wait(b().catalog().statistics().save(b().engine())).ok());
  EXPECT_EQ(b().item_count("orders"), 35);
  restart_a();
  EXPECT_EQ(a().item_count("orders"), 35);
  EXPECT_EQ(a().number("\"TableSizeBytes\":"), 20 * 4 + 10 * 4 + 5 * 7) << a().answer();
}

// Two writers with random changes of tables between them; what each has been told is what is there.
TEST_F(TwoDatabases, LoseAndDoubleNothingWhileBothChangeTablesAndItems) {
  constexpr int kItems = 400;
  ASSERT_EQ(a().create_table("orders"), 200);
  std::vector<std::thread> writers;
  std::array<int, 2> refused{};
  for (int side = 0; side < 2; ++side) {
    writers.emplace_back([&, side] {
      Server& server = side == 0 ? a() : b();
      for (int i = 0; i < kItems; ++i) {
        const int status = server.put("orders", fmt::format("{}-{}", side, i));
        if (status != 200) ++refused[static_cast<std::size_t>(side)];
        if (i % 50 == 0) {
          server.send("UpdateTimeToLive",
                      fmt::format(R"({{"TableName": "orders", "TimeToLiveSpecification":
                        {{"AttributeName": "ttl", "Enabled": {}}}}})",
                                  i % 100 == 0));
        }
      }
    });
  }
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(refused[0], 0) << a().answer();
  EXPECT_EQ(refused[1], 0) << b().answer();
  clock_.advance(std::chrono::milliseconds(250));
  EXPECT_EQ(a().count("orders"), 2 * kItems);
  EXPECT_EQ(b().count("orders"), 2 * kItems);
  ASSERT_TRUE(sync_wait(b().catalog().statistics().save(b().engine())).ok());
  EXPECT_EQ(b().item_count("orders"), 2 * kItems);
}

}  // namespace
}  // namespace partita::two_databases
