#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/conflict_table.h"
#include "engine/engine.h"
#include "engine/memory/writer_first_mutex.h"
#include "partita/base/mutex.h"

namespace partita::engine {

// Commits are numbered 1, 2, 3...; 0 is the empty store. A moment is named by its last commit.
using CommitNumber = std::uint64_t;

// An ordered map that keeps, of each key, the newest version and those older ones that a Pin can
// still see. A read takes pointers under a lock and works with the bytes outside of it.
// THREADS: safe for concurrent calls.
class VersionStore {
 public:
  using Value = std::shared_ptr<const Bytes>;  // Null: there is no such key.

  struct Write {
    Bytes key;
    std::uint64_t key_hash;
    Value value;                // Null: the key is erased.
    Combine combine = nullptr;  // Set: `value` is the operand of a merge.
    bool is_appended = false;   // Set: `key` is a prefix and gets a stamp; its hash does not count.
  };

  // Valid as long as the pin that it was read at.
  struct Row {
    const Bytes* key;
    const Bytes* value;
  };

  // Keeps one moment readable. Must not outlive the store.
  class Pin {
   public:
    explicit Pin(VersionStore& store);
    ~Pin();
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;

    CommitNumber moment() const { return moment_; }

   private:
    VersionStore& store_;
    CommitNumber moment_;
  };

  // A walk through a range, a few rows at a time, so that a long one does not keep writers out.
  class Walk {
   public:
    // REQUIRES: what `range` points to stays for the life of the walk.
    Walk(const VersionStore& store, const Pin& pin, const Range& range);

    // The next rows, none only at the end of the range.
    std::span<const Row> next();

   private:
    bool is_full(std::size_t steps) const;
    void read_forward() PARTITA_REQUIRES_SHARED(store_.mutex_);
    void read_backward() PARTITA_REQUIRES_SHARED(store_.mutex_);
    void add(const Bytes& key, const Value& value);

    const VersionStore& store_;
    const CommitNumber moment_;
    Range left_;
    Bytes resume_key_;
    std::vector<Row> rows_;
    std::size_t rows_max_;
    bool is_at_end_ = false;
  };

  // Fills in the newest value of each key, all of the one moment that is returned.
  // REQUIRES: `values` is as long as `keys`.
  CommitNumber read_newest(std::span<const ByteView> keys, std::span<Value> values) const;
  void read_at(const Pin& pin, std::span<const ByteView> keys, std::span<Value> values) const;

  // ERRORS: Conflict if a key may have been written since it was read.
  Status check_unchanged(std::span<const TrackedRead> reads) const;
  // Applies all writes in order as one commit. ERRORS: as check_unchanged, and nothing is applied.
  Status commit(std::span<const TrackedRead> reads, std::vector<Write> writes);
  // Erases in several commits, which conflict with nobody.
  void erase_range(ByteView begin, ByteView end);

  // How many versions there are, erased ones included: what memory use depends on.
  std::size_t version_count() const;
  // How many keys there are, those included that are erased and that a Pin can still see.
  std::size_t key_count() const;

 private:
  struct Version {
    CommitNumber commit;
    Value value;
  };

  struct Entry {
    Version newest;
    bool is_queued = false;      // Whether a Leftover waits with the newest version's number.
    std::vector<Version> older;  // Oldest first; at most one for each pinned moment.
  };

  using Entries = std::map<Bytes, Entry, std::less<>>;

  struct KeyHash {
    std::size_t operator()(ByteView key) const { return ConflictTable::hash(key); }
  };

  // Once no pin is older than `commit`, the entry's versions before it can go, and with them the
  // entry, if that commit erased it and nothing came after.
  struct Leftover {
    CommitNumber commit;
    Entries::iterator position;
  };

  struct Applying {
    CommitNumber number;
    CommitNumber newest_pin;  // 0 if there is none.
  };

  static const Value& visible_at(const Entry& entry, CommitNumber moment);

  const Value& find(ByteView key, CommitNumber moment) const PARTITA_REQUIRES_SHARED(mutex_);
  Applying next_commit() const PARTITA_REQUIRES(mutex_);
  void prepare(Write& write, const Applying& commit) PARTITA_REQUIRES(mutex_);
  void apply(Write& write, const Applying& commit) PARTITA_REQUIRES(mutex_);
  Value merged(const Write& write, const Applying& commit) const PARTITA_REQUIRES(mutex_);
  void supersede(Entries::iterator position, Value value, const Applying& commit)
      PARTITA_REQUIRES(mutex_);
  void publish(const Applying& commit, std::size_t leftovers_max) PARTITA_REQUIRES(mutex_);
  bool erase_some(Bytes& begin, ByteView end) PARTITA_EXCLUDES(mutex_);
  bool drop_some_leftovers(std::size_t leftovers_max) PARTITA_REQUIRES(mutex_);
  void drop(const Leftover& leftover) PARTITA_REQUIRES(mutex_);
  void drop_all_leftovers() PARTITA_EXCLUDES(mutex_);

  mutable WriterFirstMutex mutex_;
  Entries entries_ PARTITA_GUARDED_BY(mutex_);
  // Where each key is, so that a single one is found without a walk down the tree.
  std::unordered_map<ByteView, Entries::iterator, KeyHash> positions_ PARTITA_GUARDED_BY(mutex_);
  ConflictTable conflicts_ PARTITA_GUARDED_BY(mutex_);
  CommitNumber published_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::uint64_t last_stamp_ PARTITA_GUARDED_BY(mutex_) = 0;    // Of the newest append.
  std::deque<Leftover> leftovers_ PARTITA_GUARDED_BY(mutex_);  // By commit number.

  // A pin is added only under a shared lock of `mutex_`: there are no new ones while a commit is
  // applied.
  mutable Mutex pins_mutex_;
  std::multiset<CommitNumber> pins_ PARTITA_GUARDED_BY(pins_mutex_);
};

}  // namespace partita::engine
