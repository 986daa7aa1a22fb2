#include <gtest/gtest.h>

#include <thread>

#include "partita/base/random.h"
#include "unit/store/transactions/transact_requests.h"

// Money moves between accounts while auditors add it up: it must never be more or less.
namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

constexpr int kAccounts = 6;
constexpr std::int64_t kMoneyEach = 100;
constexpr int kTellers = 6;
constexpr int kTransfersEach = 150;
constexpr int kAuditors = 2;
constexpr int kAuditsEach = 200;

Item account(std::uint64_t number) { return {{"pk", "account-" + std::to_string(number)}}; }

std::int64_t balance_of(const ItemView& item) {
  const Number number = item.find("balance")->number();
  std::int64_t balance = 0;
  for (const char digit : number.to_string()) balance = balance * 10 + (digit - '0');
  return balance;
}

class Bank : public ::testing::Test {
 protected:
  Bank() {
    store_.create(TableBuilder("Bank").key("pk", 'S').global("byOwner", {{"owner", 'S'}}).build());
    for (std::uint64_t i = 0; i < kAccounts; ++i) {
      Item item = account(i);
      item.set("balance", kMoneyEach);
      item.set("owner", "one of us");
      store_.put("Bank", item);
    }
  }

  void move_money(SeededRandom& random) {
    const auto from = random.below(kAccounts);
    const auto to = (from + 1 + random.below(kAccounts - 1)) % kAccounts;
    const Item amount{{":n", static_cast<std::int64_t>(1 + random.below(40))}};
    const auto answer = transact(
        store_, {update_action("Bank", account(from), "SET balance = balance - :n", amount,
                               "balance >= :n"),
                 update_action("Bank", account(to), "SET balance = balance + :n", amount)});
    if (answer.ok()) return;
    EXPECT_EQ(codes_of(answer), "[ConditionalCheckFailed, None]");
  }

  std::int64_t total() {
    std::vector<api::TransactGetItem> gets;
    for (std::uint64_t i = 0; i < kAccounts; ++i) gets.push_back(get_action("Bank", account(i)));
    const auto answer = transact_get(store_, std::move(gets));
    std::int64_t sum = 0;
    for (const auto& response : *answer->responses) sum += balance_of(response.item->view());
    return sum;
  }

  TestStore store_;
};

TEST_F(Bank, KeepsItsMoneyWhateverTellersDoAtOnce) {
  std::vector<std::thread> threads;
  for (int teller = 0; teller < kTellers; ++teller) {
    threads.emplace_back([this, teller] {
      SeededRandom random(static_cast<std::uint64_t>(teller));
      for (int i = 0; i < kTransfersEach; ++i) move_money(random);
    });
  }
  for (int auditor = 0; auditor < kAuditors; ++auditor) {
    threads.emplace_back([this] {
      for (int i = 0; i < kAuditsEach; ++i) EXPECT_EQ(total(), kAccounts * kMoneyEach);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(total(), kAccounts * kMoneyEach);
}

}  // namespace
}  // namespace partita::operations
