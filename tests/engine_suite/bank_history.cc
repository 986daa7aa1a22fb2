#include "engine_suite/bank_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <thread>

#include "engine_suite/blocking.h"
#include "partita/base/random.h"

namespace partita::engine {
namespace {

constexpr std::size_t kAccounts = 16;
constexpr std::int64_t kOpeningBalance = 100;
constexpr std::int64_t kTotal = static_cast<std::int64_t>(kAccounts) * kOpeningBalance;

Bytes account(std::size_t number) { return fmt::format("account {:02}", number); }

std::vector<Bytes> accounts(std::size_t begin, std::size_t end) {
  std::vector<Bytes> keys;
  for (std::size_t i = begin; i < end; ++i) keys.push_back(account(i));
  return keys;
}

std::int64_t balance(const MaybeBytes& value) { return value ? std::stoll(*value) : 0; }

std::int64_t total_of(const std::vector<MaybeBytes>& values) {
  std::int64_t total = 0;
  for (const MaybeBytes& value : values) total += balance(value);
  return total;
}

class Clerk {
 public:
  Clerk(Engine& engine, std::uint64_t seed) : engine_(engine), random_(seed) {}

  void run(int transactions) {
    for (int i = 0; i < transactions; ++i) {
      const auto kind = random_.below(8);
      if (kind == 0) audit_by_scan();
      if (kind == 1) audit_by_snapshot();
      if (kind == 2) audit_by_transaction();
      if (kind > 2) transfer();
    }
  }

  void audit_by_scan() {
    std::int64_t total = 0;
    for (const Row& row : all_rows(engine_)) total += balance(row.value);
    expect_total("a scan", total);
  }

  const Violations& violations() const { return violations_; }
  int transfers() const { return transfers_; }

 private:
  void transfer() {
    const std::size_t from = random_.below(kAccounts);
    const std::size_t to = (from + 1 + random_.below(kAccounts - 1)) % kAccounts;
    const auto transaction = engine_.begin();
    const std::int64_t before = balance(get(*transaction, account(from)));
    step_aside();
    const std::int64_t other = balance(get(*transaction, account(to)));
    if (before < 0) violations_.push_back(fmt::format("an account holds {}", before));
    const auto spendable = static_cast<std::uint64_t>(std::max<std::int64_t>(before, 0));
    const auto amount = static_cast<std::int64_t>(random_.below(spendable + 1));
    transaction->put(account(from), std::to_string(before - amount));
    transaction->put(account(to), std::to_string(other + amount));
    step_aside();
    if (commit(*transaction).ok()) ++transfers_;
  }

  void audit_by_snapshot() {
    const auto snapshot = engine_.snapshot();
    std::int64_t total = total_of(get_all(*snapshot, accounts(0, kAccounts / 2)));
    step_aside();
    total += total_of(get_all(*snapshot, accounts(kAccounts / 2, kAccounts)));
    expect_total("a snapshot", total);
  }

  void audit_by_transaction() {
    const auto transaction = engine_.begin();
    std::int64_t total = total_of(get_all(*transaction, accounts(0, kAccounts / 2)));
    step_aside();
    total += total_of(get_all(*transaction, accounts(kAccounts / 2, kAccounts)));
    if (commit(*transaction).ok()) expect_total("a transaction", total);
  }

  void expect_total(std::string_view reader, std::int64_t total) {
    if (total == kTotal) return;
    violations_.push_back(fmt::format("{} found {} in place of {}", reader, total, kTotal));
  }

  void step_aside() {
    if (random_.below(2) == 0) std::this_thread::yield();
  }

  Engine& engine_;
  SeededRandom random_;
  Violations violations_;
  int transfers_ = 0;
};

void open_accounts(Engine& engine) {
  for (const Bytes& key : accounts(0, kAccounts)) {
    // An engine that loses this has lost money, which the audits will tell.
    static_cast<void>(put(engine, key, std::to_string(kOpeningBalance)));
  }
}

}  // namespace

Violations check_bank(Engine& engine, const Load& load) {
  open_accounts(engine);
  std::vector<Clerk> clerks;
  for (int i = 0; i < load.threads; ++i) {
    clerks.emplace_back(engine, load.seed * 1000 + static_cast<std::uint64_t>(i));
  }
  std::vector<std::thread> threads;
  for (Clerk& clerk : clerks) {
    threads.emplace_back([&] { clerk.run(load.transactions_per_thread); });
  }
  for (std::thread& thread : threads) thread.join();

  clerks.front().audit_by_scan();
  Violations violations;
  int transfers = 0;
  for (const Clerk& clerk : clerks) {
    violations.insert(violations.end(), clerk.violations().begin(), clerk.violations().end());
    transfers += clerk.transfers();
  }
  if (transfers < load.threads * load.transactions_per_thread / 20) {
    violations.push_back(fmt::format("only {} transfers were acknowledged", transfers));
  }
  return violations;
}

}  // namespace partita::engine
