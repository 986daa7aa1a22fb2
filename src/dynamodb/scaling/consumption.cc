#include "dynamodb/scaling/consumption.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/retry.h"

namespace partita::scaling {
namespace {

using std::chrono::duration;
using std::chrono::minutes;

// What could not be stored for so long is forgotten.
constexpr std::int64_t kMinutesWaiting = 60;
constexpr std::int64_t kMinutesKept = kMinutesOfDay + 60;
constexpr std::int64_t kTrimmedEvery = 60;
// Of a row: what a server has beyond is not told.
constexpr std::size_t kSubjectsMax = 5'000;
constexpr std::size_t kTablesMax = 100'000;

std::int64_t minute_of(WallTime time) {
  return std::chrono::floor<minutes>(time).time_since_epoch().count();
}

WallTime start_of(std::int64_t minute) { return WallTime(minutes(minute)); }

catalog::Used difference(const catalog::Used& now, const catalog::Used& before) {
  return {.read_units = now.read_units - before.read_units,
          .write_units = now.write_units - before.write_units,
          .throttled_reads = now.throttled_reads - before.throttled_reads,
          .throttled_writes = now.throttled_writes - before.throttled_writes};
}

bool is_any(const catalog::Used& used) {
  return used.read_units > 0 || used.write_units > 0 || used.throttled_reads > 0 ||
         used.throttled_writes > 0;
}

std::int64_t share_of(std::uint64_t count, double share) {
  return std::llround(static_cast<double>(count) * share);
}

template <typename Settings>
void set_capacity(MinuteUnits& units, const Settings& settings) {
  units.read_capacity = settings.provisioned_throughput.read_capacity_units.value_or(0);
  units.write_capacity = settings.provisioned_throughput.write_capacity_units.value_or(0);
}

}  // namespace

void Consumption::add_to(jobs::Jobs& jobs) {
  jobs.add({.name = "consumption",
            .purpose = "keeps what tables and indexes are used for, minute by minute, for a day",
            .is_local = true,
            .is_timed = true,
            .work = [this] { return keep(); }});
}

Task<Result<jobs::Turn>> Consumption::keep() {
  const auto now = catalog_.clock().wall_now();
  gather(now);
  note_capacities(minute_of(now));
  // On a full disk there is nothing to be done; what was used is known until there is space.
  if (engine_.write_availability().accepts_writes) {
    Status stored = co_await store(minute_of(now));
    CO_TRY(stored);
  }
  co_return jobs::Turn::idle(kRound);
}

void Consumption::gather(WallTime now) {
  names_.clear();
  for (const auto& table : catalog_.list_after("", kTablesMax)) {
    MinuteUnits units{.table = table->name, .index = {}};
    set_capacity(units, table->settings);
    names_[{table->id, keys::IndexId::Base}] = units;
    for (const auto& index : table->indexes) {
      if (index.kind != catalog::IndexKind::Global) continue;
      units.index = index.name;
      set_capacity(units, index.settings);
      names_[{table->id, index.id}] = units;
    }
  }
  auto sums = catalog_.usage().sums();
  const auto since = looked_at_ && *looked_at_ < now ? *looked_at_ : now;
  const auto last = minute_of(now);
  const auto first = std::max(minute_of(since), last - kMinutesWaiting);
  const double whole = duration<double>(now - std::max(since, start_of(first))).count();
  for (const auto& [subject, sum] : sums) {
    const auto used = difference(sum, seen_[subject]);
    if (!is_any(used)) continue;
    for (auto minute = first; minute <= last; ++minute) {
      const auto begin = std::max(since, start_of(minute));
      const auto end = std::min(now, start_of(minute + 1));
      const double part = duration<double>(end - begin).count();
      const double share = whole > 0 ? part / whole : 1;
      if (share > 0) note(subject, used, minute, share);
    }
  }
  seen_ = std::move(sums);
  looked_at_ = now;
}

void Consumption::note(const Subject& subject, const catalog::Used& used, std::int64_t minute,
                       double share) {
  auto known = names_.find(subject);
  // A local index belongs to its table.
  if (known == names_.end()) known = names_.find({subject.first, keys::IndexId::Base});
  if (known == names_.end()) return;
  auto& units = minutes_[minute].try_emplace(known->first, known->second).first->second;
  units.read_units += used.read_units * share;
  units.write_units += used.write_units * share;
  units.reads_throttled += share_of(used.throttled_reads, share);
  units.writes_throttled += share_of(used.throttled_writes, share);
}

void Consumption::note_capacities(std::int64_t minute) {
  for (const auto& [subject, units] : names_) {
    const Capacity capacity{units.read_capacity, units.write_capacity};
    const auto known = provisioned_.find(subject);
    const bool is_changed =
        known == provisioned_.end() ? capacity != Capacity{} : known->second != capacity;
    if (!is_changed) continue;
    provisioned_[subject] = capacity;
    auto& noted = minutes_[minute].try_emplace(subject, units).first->second;
    noted.read_capacity = units.read_capacity;
    noted.write_capacity = units.write_capacity;
  }
  std::erase_if(provisioned_, [&](const auto& entry) { return !names_.contains(entry.first); });
}

Task<Status> Consumption::store(std::int64_t minute_now) {
  const auto body = [&](engine::Transaction& transaction) {
    for (const auto& [minute, subjects] : minutes_) {
      MinuteRow row;
      for (const auto& [subject, units] : subjects) {
        if (row.units.size() < kSubjectsMax) row.units.push_back(units);
      }
      put_minute(transaction, minute, server_, row);
    }
    return Task<Status>::ready({});
  };
  if (!minutes_.empty()) {
    Status stored = co_await engine::run(engine_, body);
    if (!stored.ok()) {
      std::erase_if(minutes_,
                    [&](const auto& entry) { return entry.first < minute_now - kMinutesWaiting; });
      co_return stored;
    }
  }
  std::erase_if(minutes_, [&](const auto& entry) { return entry.first < minute_now; });
  const bool is_trimmed = trimmed_ && minute_now < *trimmed_ + kTrimmedEvery;
  if (is_trimmed || !catalog_.clock().trusted_now()) co_return Status{};
  trimmed_ = minute_now;
  co_return co_await erase_minutes(engine_, minute_now - kMinutesKept);
}

}  // namespace partita::scaling
