#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/keys/ttl_keys.h"

namespace partita::expiry {

// Works off the queue of items that expire (keys/ttl_keys.h), as far as it is due.
//
// An entry of the queue is only a hint: what counts is the item. So an entry may outlive its
// reason (TTL was switched off, the table is gone), and is then dropped without more.
// THREADS: one thread at a time, beside any number of writers.
class ExpiredItems {
 public:
  // REQUIRES: all of it outlives this.
  ExpiredItems(engine::Engine& engine, const catalog::Catalog& catalog, const Clock& clock)
      : engine_(engine), catalog_(catalog), clock_(clock) {}

  struct Done {
    std::size_t entries = 0;  // All that were due and looked at.
    std::size_t deleted = 0;  // Of these: their items are deleted.
    std::size_t damaged = 0;  // Of these: entry or item cannot be read; the item stays.
  };

  // Items of tables whose rules cannot be read stay, and their entries with them.
  // Takes at most `entries_max` entries that are due and works them off in one transaction. Less
  // than `entries_max` says that no more are due.
  // ERRORS: those of the engine, Conflict and NotFound among them: then nothing was done.
  Task<Result<Done>> work_off(std::size_t entries_max);

 private:
  struct Entry {
    Bytes key;
    std::optional<keys::TtlKey> parts;  // Nothing if the key is damaged.
    Bytes item_key;
  };
  struct Batch;

  using Tables = std::set<keys::TableId>;
  // Adds those of one shard but for those of `passed_over`.
  Task<Status> take_due(std::uint8_t shard, std::size_t entries_max, const Tables& passed_over,
                        std::vector<Entry>& entries);
  Task<Result<std::vector<Entry>>> take_due(std::size_t entries_max);
  void note_lag(const std::vector<Entry>& entries) const;
  void sort_out(std::vector<Entry> entries, Batch& batch) const;
  Task<Status> drop_strange(Batch& batch, engine::Transaction& transaction) const;
  Task<Status> attempt(Batch& batch, engine::Transaction& transaction) const;

  engine::Engine& engine_;
  const catalog::Catalog& catalog_;
  const Clock& clock_;
  std::uint8_t shard_ = 0;  // Where the next call begins, so that each shard has its turn.
};

}  // namespace partita::expiry
