#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dynamodb/throughput/hot_keys.h"
#include "dynamodb/throughput/refusal.h"
#include "dynamodb/throughput/token_bucket.h"
#include "dynamodb/throughput/used_part.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "store/catalog/usage.h"
#include "store/items/item_change.h"
#include "store/items/item_write.h"
#include "store/keys/key_space.h"

namespace partita::throughput {

// What a table or an index was asked for in one minute.
struct MinuteUse {
  std::int64_t minute = 0;  // Since 1970.
  double read_units = 0;
  double write_units = 0;
  std::uint64_t reads_throttled = 0;
  std::uint64_t writes_throttled = 0;
};

// Tables and indexes whose use is counted, by name: an index of a table that is made anew is the
// same.
struct UsedName {
  std::string table;
  std::string index;  // Empty: the table itself.

  friend auto operator<=>(const UsedName&, const UsedName&) = default;
};

// What tables may be asked for and what they are: units are taken here before and after each
// operation on items. Off for a table, it costs its operations a branch.
//
// A table is throttled if this server throttles, or if its tag `partita:throttle` says so. What it
// has for a second comes from its settings: the provisioned units; by request the maximum, or else
// the warm throughput. 300 seconds of it are kept. Each partition key has its own limit beside it.
//
// Ours: each server has buckets of its own. Servers that share a store together let through up to
// as many times the units as there are of them.
// THREADS: safe for concurrent calls.
class ThroughputGate final : public items::WriteAdmission {
 public:
  // `usage` is told how often something was refused; null: nobody is. REQUIRES: both outlive this.
  ThroughputGate(const Clock& clock, bool throttles_all, catalog::Usage* usage = nullptr)
      : clock_(clock), throttles_all_(throttles_all), usage_(usage) {}

  // Whether operations on the table have to ask and to tell here.
  bool watches(const catalog::Table& table) const {
    return throttles(table) || (counts_any_.load(std::memory_order_relaxed) && counts(table));
  }
  bool throttles(const catalog::Table& table) const {
    return table.throttle_wish.value_or(throttles_all_);
  }
  bool throttles_all() const { return throttles_all_; }

  // Takes units for a request that is about to begin.
  // ERRORS: those of refusal(), if nothing is left; nothing is taken then.
  // REQUIRES, here and below: watches(table).
  Status admit(Use use, const UsedPart& part, double units);
  // Takes what a request has cost beyond what it took at first; less than nothing gives back.
  void charge(Use use, const UsedPart& part, double units);
  // The same for a write of which `admitted` units of the table were taken.
  void charge(const UsedPart& part, const items::WriteUnits& units, double admitted);

  // Whether the indexes that the write changes have anything left.
  // ERRORS: those of refusal().
  Status check(const catalog::Table& table, const items::ChangeEffect& effect) override;

  // Whose use is counted although they are not throttled: those that are scaled.
  void count_tables(std::set<std::string, std::less<>> tables);

  // What was counted from that minute on, of the last day.
  std::vector<std::pair<UsedName, MinuteUse>> minutes_from(std::int64_t minute) const;

 private:
  struct Account {
    TokenBucket reads;
    TokenBucket writes;
    std::deque<MinuteUse> minutes;  // In their order, those of the last day.

    TokenBucket& bucket(Use use) { return use == Use::Read ? reads : writes; }
  };
  using AccountId = std::pair<keys::TableId, keys::IndexId>;
  struct NamedAccount {
    UsedName name;
    Account account;
  };

  bool counts(const catalog::Table& table) const;
  Account& account_of(const UsedPart& part) PARTITA_REQUIRES(mutex_);
  MinuteUse& minute_of(Account& account) PARTITA_REQUIRES(mutex_);
  void forget_the_unused() PARTITA_REQUIRES(mutex_);
  // Empty if there is something left.
  Status look(Use use, const UsedPart& part) PARTITA_REQUIRES(mutex_);
  void take(Use use, const UsedPart& part, double units) PARTITA_REQUIRES(mutex_);

  const Clock& clock_;
  const bool throttles_all_;
  catalog::Usage* const usage_;
  std::atomic<bool> counts_any_{false};
  mutable Mutex mutex_;
  std::set<std::string, std::less<>> counted_ PARTITA_GUARDED_BY(mutex_);
  std::map<AccountId, NamedAccount> accounts_ PARTITA_GUARDED_BY(mutex_);
  HotKeys hot_keys_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::throughput
