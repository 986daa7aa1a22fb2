#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/engine.h"
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

// The counts of all tables and indexes, as DescribeTable tells them.
//
// AWS: "DynamoDB updates this value approximately every six hours."
// Ours: counted after each commit, in memory, and saved from time to time. What was not saved is
// lost with a crash, so after one all rows are counted anew, a few at a time; until then the counts
// are off by what was written since they were saved. Nothing is decided by them.
// THREADS: safe for concurrent calls. add only meets those that share the thread's own shard.
class Statistics {
 public:
  // Reads what was saved, and drops what belongs to none of the tables. If the last program has not
  // closed them, they are to be counted anew, as of now: there are no writers yet.
  // ERRORS: Corrupt if it cannot be read; those of the engine.
  Task<Status> load(engine::Engine& engine, const std::set<keys::TableId>& tables);

  // Something has been committed that changes the counts by this much. The items of the table
  // itself are those of IndexId::Base.
  void add(keys::TableId table, keys::IndexId index, Counts change);
  // Never below zero.
  Counts counts_of(keys::TableId table, keys::IndexId index) const;

  // Writes all counts that have changed since they were saved.
  // ERRORS: those of the engine; the next call then tries again.
  Task<Status> save(engine::Engine& engine);

  // The same for the last time: whoever loads them then knows that none is missing.
  // REQUIRES: nobody writes any more.
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
  static Bytes key_of(Counted counted);

  // All rows of the tables as they were when the counts were loaded, and how far they are counted.
  struct Recount {
    std::unique_ptr<engine::View> moment;
    std::vector<keys::TableId> tables;  // Those that are left; the last one is being counted.
    Bytes last_key;                     // Of that table, of the last row that was counted.
    std::map<Counted, Counts> found;    // The same.
  };

  // What was added since it was last gathered, by the threads that share the shard.
  struct alignas(64) Shard {
    mutable std::mutex mutex;
    std::unordered_map<Counted, Counts> changes;
  };

  // Moves the changes of all shards into the totals. REQUIRES: mutex_ is held.
  void gather();
  // Takes the keys of all that is counted from `first` to `last` out of memory.
  std::vector<Bytes> drop(Counted first, Counted last);
  void begin_recount(engine::Engine& engine, const std::set<keys::TableId>& tables);
  // Puts what was found in a table in the place of what was loaded.
  void correct(const Recount& recount);
  void end_recount();

  static constexpr std::size_t kShards = 16;
  std::array<Shard, kShards> shards_;
  mutable std::mutex mutex_;  // Before that of a shard.
  std::map<Counted, Counts> totals_;
  std::set<Counted> unsaved_;
  bool is_recounting_ = false;
  std::map<Counted, Counts> loaded_;                  // While rows are counted anew.
  std::vector<std::pair<Counted, Counted>> dropped_;  // The same: from and to.
  std::unique_ptr<Recount> recount_;  // Of load, close and recount_some alone: not guarded.
};

}  // namespace partita::catalog
