#pragma once

#include <map>
#include <utility>

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
  bool throttles(const catalog::Table& table) const {
    return table.throttle_wish.value_or(throttles_all_);
  }
  bool throttles_all() const { return throttles_all_; }

  // Takes units for a request that is about to begin.
  // ERRORS: those of refusal(), if nothing is left; nothing is taken then.
  // REQUIRES, here and below: throttles(table).
  Status admit(Use use, const UsedPart& part, double units);
  // Takes what a request has cost beyond what it took at first; less than nothing gives back.
  void charge(Use use, const UsedPart& part, double units);
  // The same for a write of which `admitted` units of the table were taken.
  void charge(const UsedPart& part, const items::WriteUnits& units, double admitted);

  // Whether the indexes that the write changes have anything left.
  // ERRORS: those of refusal().
  Status check(const catalog::Table& table, const items::ChangeEffect& effect) override;

 private:
  struct Account {
    TokenBucket reads;
    TokenBucket writes;
    MonotonicTime used_at;

    TokenBucket& bucket(Use use) { return use == Use::Read ? reads : writes; }
  };
  using AccountId = std::pair<keys::TableId, keys::IndexId>;

  Account& account_of(const UsedPart& part) PARTITA_REQUIRES(mutex_);
  void forget_the_unused() PARTITA_REQUIRES(mutex_);
  // Empty if there is something left.
  Status look(Use use, const UsedPart& part) PARTITA_REQUIRES(mutex_);
  void take(Use use, const UsedPart& part, double units) PARTITA_REQUIRES(mutex_);

  const Clock& clock_;
  const bool throttles_all_;
  catalog::Usage* const usage_;
  mutable Mutex mutex_;
  std::map<AccountId, Account> accounts_ PARTITA_GUARDED_BY(mutex_);
  HotKeys hot_keys_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::throughput
