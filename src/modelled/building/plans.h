#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "modelled/building/position.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/walk.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

namespace partita::building {

// Where a plan stores how far it is built.
struct PlanRows {
  Bytes position_key;
  Bytes touch_prefix;  // A touch row has one more byte, its shard.
};

// Which plans a write of one item has to keep: the answer of Plans::admit. Bits are indexes of
// plans.
struct Admission {
  std::uint64_t covered = 0;  // The writer changes the rows that these have for the item.
  std::uint64_t ahead = 0;    // The builders of these have not come to the item yet.

  bool covers(std::size_t plan) const { return (covered >> plan & 1) != 0; }
  bool is_ahead(std::size_t plan) const { return (ahead >> plan & 1) != 0; }
};

// Plans that are equally far built, and how far that is.
struct Front {
  std::vector<std::size_t> plans;
  jobs::WalkPosition position;
};

// What is kept of the items of one table besides them, such as rollups or searches ("plans"): which
// of them have the rows of all items, and how the others get them while writers go on.
//
//   At every moment a plan has the rows of the items whose keys are at or before its position, and
//   of no others.
//
// - A writer reads the position in its transaction (admit), so the position is the same when it
//   commits. If the item is at or before it, the writer changes the item and its rows together. If
//   not, it makes no rows, but puts the item's touch row, one of 256 for the whole table.
// - A step of the builder reads the position and the touch rows of the keys that it will pass
//   (claim), and only then the items. If it commits, the position is still the same, and no item
//   that it passes has been written since it was read, or its touch row would have been. So it
//   makes the rows of these items and moves the position behind them, together.
//
// Steps for one table, and writers ahead of the position in the same 256th of it, may conflict, and
// one of them is decided again; a step that loses again and again becomes smaller (jobs::Walk).
// THREADS: safe for concurrent calls once all plans are added.
class Plans {
 public:
  static constexpr std::size_t kPlansMax = 64;

  // REQUIRES: there are fewer than kPlansMax so far.
  void add(PlanRows rows) { rows_.push_back(std::move(rows)); }

  // Reads which plans are built already; without it every write asks again.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> load(const engine::View& view) const;

  // Costs nothing once all plans are built; before, it reads how far they are, and the transaction
  // conflicts if that changes.
  // ERRORS: Corrupt; those of the engine.
  Task<Result<Admission>> admit(engine::Transaction& transaction, ByteView item_key) const;
  // Notes a write of an item to which the plan's builder has not come.
  void touch(engine::Transaction& transaction, std::size_t plan, ByteView item_key) const;

  bool is_built(std::size_t plan) const { return (built_.load() & bit(plan)) != 0; }
  bool are_all_built() const { return built_.load() == all(); }
  // All items have their rows from now on.
  void mark_built(std::size_t plan) const { built_.fetch_or(bit(plan)); }

  // For the builder: the first plan that is not built, and all that are as far as it is; nullopt if
  // there is none.
  // ERRORS: Corrupt; those of the engine.
  Task<Result<std::optional<Front>>> find_front(const engine::View& view) const;
  // Makes the step conflict with writers of the stretch. Before its items are read, so that a write
  // of one of them from then on is noticed.
  Task<Status> claim(engine::Transaction& transaction, const Front& front,
                     const jobs::Stretch& stretch) const;
  // The last stretch of the front is committed: its plans are built, and nobody needs their touch
  // rows any more.
  Task<Status> finish(engine::Engine& engine, const Front& front) const;

 private:
  static std::uint64_t bit(std::size_t plan);
  std::uint64_t all() const;
  Task<Result<Admission>> admit_building(engine::Transaction& transaction, ByteView item_key,
                                         std::uint64_t built) const;
  std::vector<std::size_t> not_in(std::uint64_t built) const;
  std::vector<ByteView> position_keys(const std::vector<std::size_t>& plans) const;

  std::vector<PlanRows> rows_;
  // A bit for each plan. Being built is never taken back, so a set bit needs no reading.
  mutable std::atomic<std::uint64_t> built_{0};
};

// The items of a stretch after that position.
keys::KeyRange items_of(keys::TableId table, const jobs::WalkPosition& position,
                        const jobs::Stretch& stretch);

}  // namespace partita::building
