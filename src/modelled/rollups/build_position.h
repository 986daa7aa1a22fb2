#pragma once

#include "engine/engine.h"
#include "modelled/rollups/rollup_keys.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::rollups {

// How far a rollup has been built over the items that were there before it: what is stored under
// its progress key. No row is the beginning.
struct BuildPosition {
  bool is_complete = false;
  Bytes last_key;  // Of the last item that is counted; empty at the beginning.

  // Whether writers count the item of this key.
  bool covers(ByteView item_key) const { return is_complete || item_key <= last_key; }
  // From 0 to 1: hashed keys are spread evenly.
  double fraction() const;

  friend bool operator==(const BuildPosition&, const BuildPosition&) = default;
};

Bytes encode(const BuildPosition& position);
// ERRORS: Corrupt.
Result<BuildPosition> decode_build_position(ByteView bytes);

// The position that is stored.
// ERRORS: Corrupt; those of the engine.
Task<Result<BuildPosition>> read_build_position(const engine::View& view, const RollupRef& rollup);

}  // namespace partita::rollups
