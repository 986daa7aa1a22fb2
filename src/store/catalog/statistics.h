#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_space.h"

namespace partita::catalog {

// How many items there are in a table, or entries in an index, and how large they are.
struct Counts {
  std::int64_t items = 0;
  std::int64_t bytes = 0;

  Counts& operator+=(const Counts& other);
  friend bool operator==(const Counts&, const Counts&) = default;
};

// The counts of all tables and indexes, as DescribeTable tells them. They lie in merged rows, to
// which changes are only added: so any number of programs may keep them.
//
// AWS: "DynamoDB updates this value approximately every six hours."
// Ours, in a store that this program has alone: counted after each commit, in memory, and added to
// the rows from time to time. What was not added is lost with a crash, so after one all rows are
// counted anew, a few at a time; until then the counts are off by what was written last.
// Ours, in a store that programs share: each write adds its change in its own commit
// (Table::counts_in_commit), so the rows are exact at every moment, even after a crash. This class
// shows them as they were when save was last called. No decision depends on the counts.
// THREADS: safe for concurrent calls; add waits only for threads of the same shard.
class Statistics {
 public:
  explicit Statistics(bool is_shared = false) : is_shared_(is_shared) {}

  bool is_shared() const { return is_shared_; }

  // Reads what is stored of these tables. If the store is not shared and the last program has not
  // closed the counts, they are to be made anew, as of now: there are no writers yet.
  // ERRORS: Corrupt if it cannot be read; those of the engine.
  Task<Status> load(engine::Engine& engine, const std::set<keys::TableId>& tables);

  // Something has been committed that changes the counts by this much. The items of the table
  // itself are those of IndexId::Base. Does nothing in a shared store, where the commit has done
  // it.
  void add(keys::TableId table, keys::IndexId index, Counts change);
  // Never below zero.
  Counts counts_of(keys::TableId table, keys::IndexId index) const;
  // All that was added since the program has started, without its signs: between two answers the
  // counts have not changed by more than these differ.
  Counts moved_of(keys::TableId table, keys::IndexId index) const;
  // Whether nothing is missing that was added: not while they are made anew, nor in doubt.
  bool are_settled() const;

  // Adds to the store what has changed since it was last called; in a shared store it reads what
  // all programs have added. ERRORS: Corrupt; those of the engine; the next call then tries again.
  Task<Status> save(engine::Engine& engine);

  // As save, for the last time: the next load then knows that the counts are complete.
  // REQUIRES: there are no more writes.
  Task<Status> close(engine::Engine& engine);

  // Goes on counting anew, if that is to be done, with at most `rows_max` rows; true if there are
  // more.   THREADS: one at a time, beside all else.
  // ERRORS: Corrupt; those of the engine: the next call tries again.
  Task<Result<bool>> recount_some(std::size_t rows_max);

  // The table, or the index, is gone: forgets its counts, the saved ones too.
  Task<Status> forget_table(engine::Engine& engine, keys::TableId table);
  Task<Status> forget_index(engine::Engine& engine, keys::TableId table, keys::IndexId index);

 private:
  // Table and index in one number, ordered by table.
  using Counted = std::uint64_t;
  static Counted counted(keys::TableId table, keys::IndexId index);

  // All rows of the tables as they were when the counts were loaded, and how far they are counted.
  struct Recount {
    std::unique_ptr<engine::View> moment;
    std::vector<keys::TableId> tables;  // Those that are left; the last one is being counted.
    Bytes last_key;                     // Of that table, of the last row that was counted.
    std::map<Counted, Counts> found;    // The same.
  };

  struct Change {
    Counts sum;
    Counts moved;
  };
  // What was added since it was last gathered, by the threads that share the shard.
  struct alignas(64) Shard {
    mutable Mutex mutex;
    std::unordered_map<Counted, Change> changes PARTITA_GUARDED_BY(mutex);
  };

  // Moves the changes of all shards into the totals.
  void gather() PARTITA_REQUIRES(mutex_);
  void show(std::map<Counted, Counts> stored);
  Task<Status> refresh(engine::Engine& engine);
  // Takes all that is counted from `first` to `last` out of memory and out of the store.
  Task<Status> forget(engine::Engine& engine, Counted first, Counted last);
  void begin_recount(engine::Engine& engine, const std::set<keys::TableId>& tables);
  // Puts what was found in a table in the place of what was loaded.
  void correct(const Recount& recount);
  void end_recount();

  const bool is_shared_;
  static constexpr std::size_t kShards = 16;
  std::array<Shard, kShards> shards_;
  mutable Mutex mutex_;  // Before that of a shard.
  std::map<Counted, Counts> totals_ PARTITA_GUARDED_BY(mutex_);
  std::map<Counted, Counts> moved_ PARTITA_GUARDED_BY(mutex_);
  std::map<Counted, Counts> unsaved_
      PARTITA_GUARDED_BY(mutex_);                        // In the totals, not in the store.
  bool is_doubtful_ PARTITA_GUARDED_BY(mutex_) = false;  // What was added may be there or not.
  bool is_recounting_ PARTITA_GUARDED_BY(mutex_) = false;
  std::map<Counted, Counts> loaded_ PARTITA_GUARDED_BY(mutex_);  // While rows are counted anew.
  // The same: from and to.
  std::vector<std::pair<Counted, Counted>> dropped_ PARTITA_GUARDED_BY(mutex_);
  std::unique_ptr<Recount> recount_;  // Of load, close and recount_some alone: not guarded.
};

// The counts that are stored at that moment; those of a store that is not shared trail behind.
// ERRORS: Corrupt; those of the engine.
Task<Result<Counts>> read_counts(const engine::View& view, keys::TableId table,
                                 keys::IndexId index);

// Adds a change of a shared store's counts to the commit that makes it.
void buffer_counts(engine::Transaction& transaction, keys::TableId table, keys::IndexId index,
                   Counts change);

// How the rows are merged; null for any other key. For engine::KeyKinds.
engine::Combine statistics_kind(ByteView key);

}  // namespace partita::catalog
