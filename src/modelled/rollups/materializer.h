#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "model/definition/entity.h"
#include "modelled/rollups/measure_values.h"
#include "modelled/rollups/rollup_program.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"

namespace partita::rollups {

// An item that stands for one group of a rollup.
struct MaterializedItem {
  const model::Entity* entity = nullptr;  // Its table may be another one than the rollup's.
  EncodedItem key;
  // Key, group values, measures that are not null, and the entity's constants: what the model fills
  // beyond that (stamps, keys of indexes) is the writer's. Nullopt: the group has no items any
  // more.
  std::optional<EncodedItem> item;
};

// Writes or deletes the item, as a write of the server, durably.
using WriteMaterialized = std::function<Task<Status>(const MaterializedItem& item)>;

// Keeps the items of entities with `materialized_from` up to date with their rollup, so that
// clients can read them with GetItem and Query, with indexes and streams, like any other item.
//
// If the item were written with every change of its group, all writers of the group would conflict.
// Therefore a write only merges a mark for its group into its commit, which never conflicts; and
// this class, called about every hundred milliseconds, rewrites the items of marked groups. A mark
// counts changes: if `n` changes are read with the sums, `n` are subtracted when the item has been
// written. Changes in between remain counted, so none is missed; if the program ends in between,
// the item is written again. THREADS: one thread at a time, and one of them for a table.
class Materializer {
 public:
  // REQUIRES: engine and program outlive this.
  Materializer(engine::Engine& engine, const RollupProgram& program, WriteMaterialized write)
      : engine_(engine), program_(program), write_(std::move(write)) {}

  // Updates the items of at most `groups_max` groups, and returns how many. Rollups that are being
  // built wait until they are complete.
  // ERRORS: those of the writer and the engine; Corrupt.
  Task<Result<std::size_t>> run_some(std::size_t groups_max = 100);

  // The number of groups that have changed since their items were written: zero means that all
  // items are up to date.
  Task<Result<std::size_t>> pending() const;

 private:
  struct Mark;

  Task<Result<std::vector<Mark>>> read_marks(const engine::View& view, const RollupPlan& plan,
                                             std::size_t groups_max) const;
  Task<Status> write_group(const RollupPlan& plan, const Bytes& group, const Aggregate& aggregate);
  Task<Status> settle(const RollupPlan& plan, const Mark& mark);

  engine::Engine& engine_;
  const RollupProgram& program_;
  WriteMaterialized write_;
};

// The item of one entity for one group; nullopt if its key cannot be made, because a value of the
// group is absent or does not fit the key.
// ERRORS: Corrupt if the group cannot be read.
Result<std::optional<MaterializedItem>> materialize(const RollupPlan& plan,
                                                    const model::Entity& entity, ByteView group,
                                                    const Aggregate& aggregate);

}  // namespace partita::rollups
