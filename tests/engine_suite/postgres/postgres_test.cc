#include <gtest/gtest.h>

#include "engine/postgres/postgres_engine.h"
#include "engine_suite/append_history.h"
#include "engine_suite/bank_history.h"
#include "engine_suite/contract.h"
#include "engine_suite/counter_history.h"
#include "engine_suite/random_history.h"
#include "support/postgres/postgres_stores.h"

// The suite on a real PostgreSQL, which this program starts and ends, or on one that is there
// (`make engine-test`); each test has a schema.
namespace partita::engine {
namespace {

using partita::testing::PostgresStores;

PostgresStores& stores() {
  static PostgresStores stores;
  return stores;
}

// Some tests hold many transactions and snapshots at once.
PostgresOptions options_for(const std::string& address) {
  return {.address = address,
          .sizes = {.gets = 2, .pages = 8, .transactions = 24, .snapshots = 48},
          .fold_interval = std::chrono::milliseconds(20)};
}

std::unique_ptr<PostgresEngine> opened(const PostgresOptions& options) {
  auto engine = open_postgres_engine(options, &suite_kinds);
  if (!engine.ok()) throw std::runtime_error(engine.error().to_string());
  return std::move(engine).value();
}

class PostgresHome final : public DurableHome {
 public:
  Engine& engine() override { return *engine_; }
  std::size_t histories() const override { return 200; }
  bool may_refuse_unread_writes() const override { return true; }
  void reopen() override {
    engine_.reset();
    engine_ = opened(options_);
  }

 private:
  const PostgresOptions options_ = options_for(stores().new_store());
  std::unique_ptr<PostgresEngine> engine_ = opened(options_);
};

std::unique_ptr<EngineHome> make_home() { return std::make_unique<PostgresHome>(); }
std::unique_ptr<DurableHome> make_durable_home() { return std::make_unique<PostgresHome>(); }

INSTANTIATE_TEST_SUITE_P(Postgres, EngineContract, ::testing::Values(&make_home));
INSTANTIATE_TEST_SUITE_P(Postgres, DurableEngineContract, ::testing::Values(&make_durable_home));

// Without what REPEATABLE READ notices, the same checkers must complain.
class PostgresControl : public ::testing::Test {
 protected:
  static std::unique_ptr<PostgresEngine> weak_engine() {
    auto options = options_for(stores().new_store());
    options.isolation = "READ COMMITTED";
    return opened(options);
  }
};

TEST_F(PostgresControl, RandomHistoriesFindWeakIsolation) {
  EXPECT_TRUE(finds_a_violation([](std::uint64_t seed) {
    return check_random_histories(*weak_engine(), {.seed = seed, .count = 40}).violations;
  }));
}

TEST_F(PostgresControl, AppendsFindWeakIsolation) {
  EXPECT_TRUE(finds_a_violation(
      [](std::uint64_t seed) { return check_appends(*weak_engine(), {.seed = seed}); }));
}

TEST_F(PostgresControl, BanksFindWeakIsolation) {
  EXPECT_TRUE(finds_a_violation(
      [](std::uint64_t seed) { return check_bank(*weak_engine(), {.seed = seed}); }));
}

TEST_F(PostgresControl, CountersFindWeakIsolation) {
  EXPECT_TRUE(finds_a_violation(
      [](std::uint64_t seed) { return check_counters(*weak_engine(), {.seed = seed}); }));
}

}  // namespace
}  // namespace partita::engine
