#include "dynamodb/throughput/throughput_gate.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "dynamodb/schema/table_throughput.h"

namespace partita::throughput {
namespace {

// AWS: "DynamoDB currently retains up to five minutes (300 seconds) of unused read and write
// capacity" (burst-adaptive-capacity).
constexpr double kSecondsKept = 300;

// A table that nobody has used for so long, perhaps because it is gone, is as one that is new.
constexpr auto kAccountKept = std::chrono::hours(24);

// kind:u8 table:u32 index:u16 partition:hash, as keys/key_space.h has it.
constexpr std::size_t kPartitionBytes = 27;

struct Allowance {
  double units_per_second;
  ThroughputLimit limit;
};

// Of a table or an index; both have the same settings.
template <typename Settings>
Allowance allowance_of(Use use, api::BillingMode billing, const Settings& settings,
                       const api::WarmThroughput& warm) {
  const bool is_read = use == Use::Read;
  if (billing == api::BillingMode::Provisioned) {
    const auto& given = settings.provisioned_throughput;
    const auto& units = is_read ? given.read_capacity_units : given.write_capacity_units;
    return {static_cast<double>(units.value_or(0)), ThroughputLimit::Provisioned};
  }
  if (const auto& given = settings.on_demand_throughput) {
    const auto& maximum = is_read ? given->max_read_request_units : given->max_write_request_units;
    if (maximum.value_or(-1) > 0) {
      return {static_cast<double>(*maximum), ThroughputLimit::OnDemandMaximum};
    }
  }
  const auto& units = is_read ? warm.read_units_per_second : warm.write_units_per_second;
  return {static_cast<double>(units.value_or(0)), ThroughputLimit::KeyRange};
}

Allowance allowance_of(Use use, const UsedPart& part) {
  const auto& table = part.table.settings;
  if (part.index == nullptr) {
    return allowance_of(use, table.billing_mode, table, schema::warm_throughput_of(table));
  }
  const auto& index = part.index->settings;
  return allowance_of(use, table.billing_mode, index, schema::warm_throughput_of(table, index));
}

}  // namespace

ByteView partition_of(ByteView key) { return key.substr(0, kPartitionBytes); }

ThroughputGate::Account& ThroughputGate::account_of(const UsedPart& part) {
  const auto index = part.index != nullptr ? part.index->id : keys::IndexId::Base;
  auto [entry, is_new] = accounts_.try_emplace(AccountId{part.table.id, index});
  entry->second.used_at = clock_.monotonic_now();
  if (is_new) forget_the_unused();
  return entry->second;
}

void ThroughputGate::forget_the_unused() {
  const auto oldest = clock_.monotonic_now() - kAccountKept;
  std::erase_if(accounts_, [&](const auto& entry) { return entry.second.used_at < oldest; });
}

Status ThroughputGate::look(Use use, const UsedPart& part) {
  const auto now = clock_.monotonic_now();
  const auto allowance = allowance_of(use, part);
  TokenBucket& bucket = account_of(part).bucket(use);
  bucket.fill(now, {.units_per_second = allowance.units_per_second,
                    .units_kept_max = allowance.units_per_second * kSecondsKept});
  std::optional<ThroughputLimit> reached;
  if (!bucket.has_any()) {
    reached = allowance.limit;
  } else if (!part.partition.empty() && !hot_keys_.has_any(use, part.partition, now)) {
    reached = ThroughputLimit::KeyRange;
  }
  if (!reached) return {};
  if (usage_ != nullptr) {
    const auto index = part.index != nullptr ? part.index->id : keys::IndexId::Base;
    const bool is_read = use == Use::Read;
    usage_->add(part.table.id, index,
                {.throttled_reads = is_read ? 1U : 0U, .throttled_writes = is_read ? 0U : 1U});
  }
  return refusal(use, part, *reached);
}

void ThroughputGate::take(Use use, const UsedPart& part, double units) {
  account_of(part).bucket(use).take(units);
  if (part.partition.empty()) return;
  hot_keys_.take(use, part.partition, clock_.monotonic_now(), units);
}

Status ThroughputGate::admit(Use use, const UsedPart& part, double units) {
  const MutexLock lock(mutex_);
  TRY(look(use, part));
  take(use, part, units);
  return {};
}

void ThroughputGate::charge(Use use, const UsedPart& part, double units) {
  if (units == 0) return;
  const MutexLock lock(mutex_);
  take(use, part, units);
}

void ThroughputGate::charge(const UsedPart& part, const items::WriteUnits& units, double admitted) {
  double of_table = units.table - admitted;
  for (const auto& [index, units_of_index] : units.indexes) {
    if (index->kind == catalog::IndexKind::Local) {
      of_table += units_of_index;
    } else {
      charge(Use::Write, {.table = part.table, .index = index}, units_of_index);
    }
  }
  charge(Use::Write, part, of_table);
}

Status ThroughputGate::check(const catalog::Table& table, const items::ChangeEffect& effect) {
  const MutexLock lock(mutex_);
  for (const auto& changed : effect.indexes) {
    if (changed.index->kind != catalog::IndexKind::Global) continue;
    TRY(look(Use::Write, {.table = table, .index = changed.index}));
  }
  return {};
}

}  // namespace partita::throughput
