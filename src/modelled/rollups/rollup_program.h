#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/definition/model.h"
#include "modelled/building/plans.h"
#include "modelled/rollups/rollup_plan.h"
#include "partita/base/bytes.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/item_view.h"
#include "store/keys/key_space.h"

namespace partita::rollups {

// Which entity an item is a row of, or null. Only an entity's own row counts: null for the mirror
// row of an edge and for rows of old versions, or they would be counted twice.
using EntityOf = std::function<const model::Entity*(const ItemView& item)>;

enum class ChangeReason {
  Write,
  Expired,  // TTL has deleted it: a rollup without `count_expired: drop` still counts it.
};

// One write of one item. Owns nothing.
struct CountedChange {
  ByteView key;  // Of the item in the engine: keys::item_key().
  std::optional<ItemView> before;
  std::optional<ItemView> after;
  ChangeReason reason = ChangeReason::Write;
  model::Instant now{};
};

// Keeps the rollups of one table: aggregates of its items, exact with every commit.
//
// In the transaction that writes an item:
//
//   auto admission = co_await program.building().admit(transaction, key);  // Before or after it
//   CO_TRY(admission);                                                     // is read.
//   ... decide ...
//   program.buffer(transaction, change, *admission);
//
// Sums are merged by the engine at commit, so writers of one group neither wait nor conflict.
// THREADS: safe for concurrent calls.
class RollupProgram {
 public:
  static constexpr std::size_t kRollupsMax = building::Plans::kPlansMax;

  // Of the rollups that are live and of this table.
  // REQUIRES: the model outlives the program. From the commit on that attaches the model, every
  // writer of the table uses it (the table's epoch sees to that); builders start after it.
  // ERRORS: InvalidArgument, naming the rollup and what cannot be kept.
  static Result<std::unique_ptr<RollupProgram>> compile(const model::Model& model,
                                                        const model::Table& table,
                                                        keys::TableId table_id, EntityOf entity_of);

  std::span<const RollupPlan> plans() const { return plans_; }
  // The plan of that rollup, or null.
  const RollupPlan* find(std::string_view rollup) const;
  keys::TableId table() const { return table_; }

  // Which of the plans are built, and who keeps an item while the others are.
  const building::Plans& building() const { return building_; }

  // Takes away what the item has contributed and adds what it contributes now. Buffers and
  // allocates nothing for a rollup that reads no attribute which the write changes.
  // REQUIRES: `admission` is of this transaction and this item; `before` is what it has read.
  void buffer(engine::Transaction& transaction, const CountedChange& change,
              const building::Admission& admission) const;

  // Whether writes may have marked groups to be materialised since the last call. A write says so
  // when it is buffered, so its marks may appear a moment after that.
  bool take_marked() const { return is_marked_.exchange(false); }
  // Calls `wake` once, on the thread of the next write that says so; at once if one has said so
  // since take_marked. Replaces the one of the last call.
  void wake_when_marked(std::function<void()> wake) const;

  // What the item adds to the rollup; nullopt if it is no row of its entity.
  std::optional<Contribution> contribution(const RollupPlan& plan, const ItemView& item) const;

 private:
  RollupProgram(keys::TableId table, EntityOf entity_of)
      : table_(table), entity_of_(std::move(entity_of)) {}
  void call_waker() const;
  void buffer_one(engine::Transaction& transaction, const RollupPlan& plan,
                  const CountedChange& change) const;

  keys::TableId table_;
  EntityOf entity_of_;
  std::vector<RollupPlan> plans_;
  building::Plans building_;
  mutable std::atomic<bool> is_marked_{false};
  mutable Mutex mutex_;
  mutable std::function<void()> wake_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::rollups
