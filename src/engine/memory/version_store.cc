#include "engine/memory/version_store.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "partita/base/check.h"

namespace partita::engine {
namespace {

// How many leftovers a commit drops beyond those it may have made itself, and how many keys or
// leftovers are handled before others get the lock again.
constexpr std::size_t kLeftoversPerCommit = 16;
constexpr std::size_t kStepsPerLock = 256;

const VersionStore::Value kAbsent;

}  // namespace

VersionStore::Pin::Pin(VersionStore& store) : store_(store) {
  const ReaderLock lock(store.mutex_);
  const MutexLock pins_lock(store.pins_mutex_);
  moment_ = store.published_;
  store.pins_.insert(moment_);
}

VersionStore::Pin::~Pin() {
  {
    const MutexLock pins_lock(store_.pins_mutex_);
    store_.pins_.erase(store_.pins_.find(moment_));
  }
  store_.drop_all_leftovers();
}

CommitNumber VersionStore::read_newest(std::span<const ByteView> keys,
                                       std::span<Value> values) const {
  assert(keys.size() == values.size());
  const ReaderLock lock(mutex_);
  for (std::size_t i = 0; i < keys.size(); ++i) values[i] = find(keys[i], published_);
  return published_;
}

void VersionStore::read_at(const Pin& pin, std::span<const ByteView> keys,
                           std::span<Value> values) const {
  assert(keys.size() == values.size());
  const ReaderLock lock(mutex_);
  for (std::size_t i = 0; i < keys.size(); ++i) values[i] = find(keys[i], pin.moment());
}

Status VersionStore::check_unchanged(std::span<const TrackedRead> reads) const {
  const ReaderLock lock(mutex_);
  if (!conflicts_.hold(reads)) return Error::conflict("a key was written after it was read");
  return {};
}

Status VersionStore::commit(std::span<const TrackedRead> reads, std::vector<Write> writes) {
  const ExclusiveLock lock(mutex_);
  if (!conflicts_.hold(reads)) return Error::conflict("a key was written after it was read");
  const Applying commit = next_commit();
  for (Write& write : writes) {
    prepare(write, commit);
    apply(write, commit);
  }
  publish(commit, writes.size() + kLeftoversPerCommit);
  return {};
}

void VersionStore::erase_range(ByteView begin, ByteView end) {
  Bytes left(begin);
  while (erase_some(left, end)) {
  }
}

std::size_t VersionStore::version_count() const {
  const ReaderLock lock(mutex_);
  std::size_t count = entries_.size();
  for (const auto& [key, entry] : entries_) count += entry.older.size();
  return count;
}

std::size_t VersionStore::key_count() const {
  const ReaderLock lock(mutex_);
  return entries_.size();
}

const VersionStore::Value& VersionStore::visible_at(const Entry& entry, CommitNumber moment) {
  if (entry.newest.commit <= moment) return entry.newest.value;
  const auto found =
      std::find_if(entry.older.rbegin(), entry.older.rend(),
                   [moment](const Version& version) { return version.commit <= moment; });
  return found == entry.older.rend() ? kAbsent : found->value;
}

const VersionStore::Value& VersionStore::find(ByteView key, CommitNumber moment) const {
  const auto found = positions_.find(key);
  return found == positions_.end() ? kAbsent : visible_at(found->second->second, moment);
}

VersionStore::Applying VersionStore::next_commit() const {
  const MutexLock pins_lock(pins_mutex_);
  return {.number = published_ + 1, .newest_pin = pins_.empty() ? 0 : *pins_.rbegin()};
}

// Makes a plain write of it. Nobody can have read what is appended: that needs no mark.
void VersionStore::prepare(Write& write, const Applying& commit) {
  if (write.is_appended) return append_stamp(write.key, ++last_stamp_);
  conflicts_.wrote(write.key_hash, commit.number);
  if (write.combine != nullptr) write.value = merged(write, commit);
}

// What the commit itself has written so far counts, too.
VersionStore::Value VersionStore::merged(const Write& write, const Applying& commit) const {
  const Value& stored = find(write.key, commit.number);
  auto made = write.combine(stored ? std::optional<ByteView>(*stored) : std::nullopt, *write.value);
  return made ? std::make_shared<const Bytes>(std::move(*made)) : nullptr;
}

void VersionStore::apply(Write& write, const Applying& commit) {
  const auto found = positions_.find(write.key);
  if (found != positions_.end()) {
    supersede(found->second, std::move(write.value), commit);
  } else if (write.value) {
    Entry entry{.newest = {commit.number, std::move(write.value)}, .older = {}};
    const auto position = entries_.emplace(std::move(write.key), std::move(entry)).first;
    positions_.emplace(position->first, position);
  }
}

void VersionStore::supersede(Entries::iterator position, Value value, const Applying& commit) {
  Entry& entry = position->second;
  // What was committed is never written over by an earlier commit.
  PARTITA_CHECK(entry.newest.commit <= commit.number);
  bool leaves_something = value == nullptr;
  if (entry.newest.commit != commit.number) {
    entry.is_queued = false;
    // Pins older than the version do not see it, and there will be no new pin before this commit.
    if (commit.newest_pin >= entry.newest.commit) {
      entry.older.push_back(std::move(entry.newest));
      leaves_something = true;
    }
  }
  entry.newest = {commit.number, std::move(value)};
  if (leaves_something && !std::exchange(entry.is_queued, true)) {
    leftovers_.push_back({commit.number, position});
  }
}

void VersionStore::publish(const Applying& commit, std::size_t leftovers_max) {
  PARTITA_CHECK(commit.number == published_ + 1);
  published_ = commit.number;
  drop_some_leftovers(leftovers_max);
}

// Erases the first keys of the range; `begin` moves behind them. Answers whether any are left.
bool VersionStore::erase_some(Bytes& begin, ByteView end) {
  const ExclusiveLock lock(mutex_);
  const Applying commit = next_commit();
  auto position = entries_.lower_bound(begin);
  std::size_t steps = 0;
  for (; position != entries_.end() && position->first < end; ++position) {
    if (++steps > kStepsPerLock) break;
    if (position->second.newest.value) supersede(position, nullptr, commit);
  }
  const bool are_any_left = steps > kStepsPerLock;
  if (are_any_left) begin = position->first;
  publish(commit, steps + kLeftoversPerCommit);
  return are_any_left;
}

// Answers whether there are more that could be dropped.
bool VersionStore::drop_some_leftovers(std::size_t leftovers_max) {
  const MutexLock pins_lock(pins_mutex_);
  const CommitNumber oldest_seen = pins_.empty() ? published_ : *pins_.begin();
  const auto can_drop = [&]() PARTITA_REQUIRES(mutex_) {
    return !leftovers_.empty() && leftovers_.front().commit <= oldest_seen;
  };
  for (; leftovers_max > 0 && can_drop(); --leftovers_max) {
    drop(leftovers_.front());
    leftovers_.pop_front();
  }
  return can_drop();
}

// An entry goes with its last leftover only, so the position of an earlier one is always valid.
void VersionStore::drop(const Leftover& leftover) {
  Entry& entry = leftover.position->second;
  assert(entry.newest.commit >= leftover.commit);
  std::erase_if(entry.older,
                [&](const Version& version) { return version.commit < leftover.commit; });
  const bool is_last = entry.newest.commit == leftover.commit;
  if (is_last && !entry.newest.value) {
    positions_.erase(leftover.position->first);
    entries_.erase(leftover.position);
  } else if (is_last) {
    entry.is_queued = false;
  }
}

void VersionStore::drop_all_leftovers() {
  {
    const ReaderLock lock(mutex_);
    if (leftovers_.empty()) return;
  }
  bool are_any_left = true;
  while (are_any_left) {
    const ExclusiveLock lock(mutex_);
    are_any_left = drop_some_leftovers(kStepsPerLock);
  }
}

VersionStore::Walk::Walk(const VersionStore& store, const Pin& pin, const Range& range)
    : store_(store), moment_(pin.moment()), left_(range), rows_max_(8) {}

std::span<const VersionStore::Row> VersionStore::Walk::next() {
  rows_.clear();
  while (rows_.empty() && !is_at_end_) {
    const ReaderLock lock(store_.mutex_);
    left_.direction == Direction::Forward ? read_forward() : read_backward();
  }
  // Readers that stop early are served a little, long ones with few locks.
  rows_max_ = std::min(rows_max_ * 2, kStepsPerLock);
  return rows_;
}

bool VersionStore::Walk::is_full(std::size_t steps) const {
  return rows_.size() == rows_max_ || steps == kStepsPerLock;
}

void VersionStore::Walk::read_forward() {
  auto position = store_.entries_.lower_bound(left_.begin);
  for (std::size_t steps = 0; position != store_.entries_.end(); ++position, ++steps) {
    if (left_.end && position->first >= *left_.end) break;
    if (is_full(steps)) {
      resume_key_ = position->first;
      left_.begin = resume_key_;
      return;
    }
    add(position->first, visible_at(position->second, moment_));
  }
  is_at_end_ = true;
}

void VersionStore::Walk::read_backward() {
  auto position = left_.end ? store_.entries_.lower_bound(*left_.end) : store_.entries_.end();
  for (std::size_t steps = 0; position != store_.entries_.begin(); ++steps) {
    if (is_full(steps)) {
      resume_key_ = position->first;
      left_.end = resume_key_;
      return;
    }
    --position;
    if (position->first < left_.begin) break;
    add(position->first, visible_at(position->second, moment_));
  }
  is_at_end_ = true;
}

void VersionStore::Walk::add(const Bytes& key, const Value& value) {
  if (value) rows_.push_back({&key, value.get()});
}

}  // namespace partita::engine
