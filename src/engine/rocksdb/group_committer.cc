#include "engine/rocksdb/group_committer.h"

#include <fmt/format.h>

#include "engine/rocksdb/slice.h"
#include "engine/rocksdb/store_view.h"
#include "partita/base/memory_reserve.h"

namespace partita::engine {
namespace {

// A larger group is written in parts: the log is never asked for more space at once than the
// ballast can give, and nobody waits for somebody else's bulk.
constexpr std::size_t kPartBytesMax = 4 * 1024 * 1024;
constexpr std::size_t kProtectionBytes = 8;

std::size_t size_of(const CommitRequest& request) {
  return request.writes != nullptr ? request.writes->size_bytes() : 0;
}

std::size_t size_of(std::span<CommitRequest* const> group) {
  std::size_t bytes = 0;
  for (const CommitRequest* request : group) bytes += size_of(*request);
  return bytes;
}

bool frees_space(const CommitRequest& request) {
  return request.writes == nullptr || request.writes->only_frees_space();
}

std::span<CommitRequest* const> refuse(std::span<CommitRequest* const> group,
                                       const std::string& reason) {
  for (CommitRequest* request : group) request->outcome = Error::unavailable(reason);
  return {};
}

// How many requests from the front go into one part: at least one.
std::size_t part_length(std::span<CommitRequest* const> group) {
  std::size_t bytes = 0;
  std::size_t length = 0;
  while (length < group.size()) {
    bytes += size_of(*group[length]);
    if (length > 0 && bytes > kPartBytesMax) break;
    ++length;
  }
  return length;
}

}  // namespace

GroupCommitter::GroupCommitter(Parts parts)
    : parts_(std::move(parts)),
      batch_(/*reserved_bytes=*/0, /*max_bytes=*/0, kProtectionBytes, /*default_cf_ts_sz=*/0),
      acknowledged_sequence_(parts_.store.GetLatestSequenceNumber()) {
  write_options_.sync = parts_.durability == Durability::Synced;
}

void GroupCommitter::commit(std::span<CommitRequest* const> group) {
  // Half a commit cannot be taken back, and RocksDB cannot be left in the middle of a write. In the
  // relaxed mode this may be the thread of a caller who would bear a failed allocation.
  const AllocationScope scope(AllocationFailure::DrawsOnReserve);
  while (!group.empty()) {
    const std::size_t length = part_length(group);
    commit_part(group.first(length));
    group = group.subspan(length);
  }
}

std::span<CommitRequest* const> GroupCommitter::without_refused(
    std::span<CommitRequest* const> part) {
  if (const auto reason = parts_.gate->refusal()) return refuse(part, *reason);
  const auto reason = parts_.space->refusal(size_of(part));
  if (!reason) return part;
  freeing_.clear();
  for (CommitRequest* request : part) {
    if (frees_space(*request)) {
      freeing_.push_back(request);
    } else {
      request->outcome = Error::unavailable(*reason);
    }
  }
  if (freeing_.empty()) return {};
  const auto worse = parts_.space->refusal_to_free(size_of(freeing_));
  return worse ? refuse(freeing_, *worse) : std::span<CommitRequest* const>(freeing_);
}

void GroupCommitter::commit_part(std::span<CommitRequest* const> part) {
  part = without_refused(part);
  if (part.empty()) return;
  const std::uint64_t commit = newest_commit() + 1;
  batch_.Clear();
  accepted_.clear();
  merged_.clear();
  for (CommitRequest* request : part) {
    if (!hold(request->reads)) {
      conflict_count_.fetch_add(1, std::memory_order_relaxed);
      request->outcome = Error::conflict("another transaction has changed what this one has read");
    } else if (auto merged = merge(*request, commit); !merged.ok()) {
      request->outcome = std::move(merged).error();
    } else if (!*merged) {
      request->needs_disk = true;
    } else {
      add(*request, commit);
    }
  }
  if (accepted_.empty()) return;
  add_merged();
  const MonotonicTime begun = Clock::system().monotonic_now();
  const Status written = write_batch();
  syncs_.add(Clock::system().monotonic_now() - begun);
  for (CommitRequest* request : accepted_) request->outcome = written;
  if (!written.ok()) return;
  count_written();
  newest_commit_.store(commit, std::memory_order_release);
  refresh_hot_values(commit);
}

// What was merged will be asked for again soon. Of the rest only what is hot already, in the order
// of the group: of two writes to one key the later one stays.
void GroupCommitter::refresh_hot_values(std::uint64_t commit) {
  for (const auto& [key, value] : merged_) {
    if (value) parts_.hot.keep(key, ConflictTable::hash(key), *value, commit);
  }
  for (const CommitRequest* request : accepted_) {
    if (request->writes == nullptr) continue;
    for (const auto& write : request->writes->writes()) {
      if (write.is_merged || write.is_appended) continue;
      parts_.hot.refresh(write.key, ConflictTable::hash(write.key), write.value, commit);
    }
  }
}

// Keys are marked before they are written: whoever reads the old value from now on conflicts, the
// later ones of this very group included.
void GroupCommitter::add(CommitRequest& request, std::uint64_t commit) {
  accepted_.push_back(&request);
  if (request.erased) {
    conflicts_.wrote_everything(commit);
    batch_.DeleteRange(as_slice(request.erased->first), as_slice(request.erased->second));
  }
  if (request.writes == nullptr) return;
  for (const auto& write : request.writes->writes()) {
    if (write.is_merged) continue;
    if (write.is_appended) {
      add_appended(write);
      continue;
    }
    conflicts_.wrote(ConflictTable::hash(write.key), commit);
    if (write.value) {
      batch_.Put(as_slice(write.key), as_slice(*write.value));
    } else {
      batch_.Delete(as_slice(write.key));
    }
  }
}

// The stamp is the sequence number that RocksDB will give this very write: it numbers the writes of
// a batch one by one, in their order, from the store's last number on, and nobody else writes. That
// number only grows and is recovered with the log, so the order holds across restarts; a number is
// given twice only if the write that had it was lost, and then nobody has seen it unless the store
// is relaxed. Nobody reads what is appended in a transaction, so it needs no mark.
void GroupCommitter::add_appended(const WriteSet::Write& write) {
  stamped_key_.assign(write.key);
  append_stamp(stamped_key_, parts_.store.GetLatestSequenceNumber() + 1 + batch_.Count());
  batch_.Put(as_slice(stamped_key_), as_slice(*write.value));
}

Result<bool> GroupCommitter::merge(const CommitRequest& request, std::uint64_t commit) {
  if (request.writes == nullptr) return true;
  std::map<Bytes, std::optional<Bytes>> made;
  for (const auto& write : request.writes->writes()) {
    if (!write.is_merged) continue;
    const auto [row, is_new] = made.try_emplace(write.key);
    if (is_new) {
      const bool is_there = TRY(read_merged(write.key, request.disk_reads, row->second));
      if (!is_there) return false;
    }
    row->second = merged_kind(parts_.kinds, write.key)(row->second, *write.value);
  }
  for (auto& [key, value] : made) {
    conflicts_.wrote(ConflictTable::hash(key), commit);
    merged_.insert_or_assign(key, std::move(value));
  }
  return true;
}

Result<bool> GroupCommitter::read_merged(const Bytes& key, DiskReads reads,
                                         std::optional<Bytes>& row) const {
  const auto pending = merged_.find(key);
  if (pending != merged_.end()) {
    row = pending->second;
    return true;
  }
  const auto keep = [&](std::optional<ByteView> value) { row = std::optional<Bytes>(value); };
  const auto key_hash = ConflictTable::hash(key);
  // Whoever else writes to it is this thread, so what is held is current if its mark says so.
  const auto is_current = [&](std::uint64_t right_at) {
    return !conflicts_.written_after(key_hash, right_at);
  };
  if (parts_.hot.find(key, key_hash, is_current, keep)) return true;
  const ByteView wanted = key;
  const auto visit = [&](std::size_t, auto value) { keep(value); };
  const DiskReadScope scope(reads);
  auto visited = get_from(parts_.store, {}, {&wanted, 1}, visit);
  if (!visited.ok()) return parts_.trouble.noted(std::move(visited).error()).error();
  return *visited == 1;
}

void GroupCommitter::add_merged() {
  for (const auto& [key, value] : merged_) {
    if (value) {
      batch_.Put(as_slice(key), as_slice(*value));
    } else {
      batch_.Delete(as_slice(key));
    }
  }
}

// After a failure nothing is acknowledged any more, and the failed group is Unknown: its bytes may
// have reached the disk.
Status GroupCommitter::write_batch() {
  const auto status = parts_.store.Write(write_options_, &batch_);
  if (status.ok()) {
    acknowledged_sequence_.store(parts_.store.GetLatestSequenceNumber(), std::memory_order_release);
    return {};
  }
  parts_.gate->close_for_good(
      fmt::format("a write to the log failed ({}): writes are refused until a restart, reads go on",
                  status.ToString()));
  return Error::unknown(
      fmt::format("the write may or may not have been applied: {}", status.ToString()));
}

void GroupCommitter::count_written() {
  groups_.fetch_add(1, std::memory_order_relaxed);
  commits_.fetch_add(accepted_.size(), std::memory_order_relaxed);
  bytes_.fetch_add(size_of(accepted_), std::memory_order_relaxed);
}

GroupCommitter::Counts GroupCommitter::counts() const {
  return {.groups = groups_.load(std::memory_order_relaxed),
          .commits = commits_.load(std::memory_order_relaxed),
          .bytes = bytes_.load(std::memory_order_relaxed),
          .conflicts = conflict_count_.load(std::memory_order_relaxed),
          .syncs = syncs_.counts()};
}

}  // namespace partita::engine
