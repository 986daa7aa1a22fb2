#pragma once

#include <cstdint>
#include <optional>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::building {

// How far the rows of a plan have been made for the items that were there before the plan. No
// stored row is the beginning.
struct Position {
  bool is_complete = false;
  Bytes last_key;  // Of the last item that has its rows; empty at the beginning.

  // Whether writers make the rows of the item with this key.
  bool covers(ByteView item_key) const { return is_complete || item_key <= last_key; }
  // From 0 to 1: hashed keys are spread evenly.
  double fraction() const;

  friend bool operator==(const Position&, const Position&) = default;
};

Bytes encode(const Position& position);

// What is stored of a position; nullopt: nothing is, which is the beginning.
// ERRORS: Corrupt.
Result<Position> decode_position(std::optional<ByteView> stored);

// Reads the position that is stored under that key.
// ERRORS: Corrupt; those of the engine.
Task<Result<Position>> read_position(const engine::View& view, Bytes key);

// The first byte of the partition's hash, which spreads items evenly and by which the keys of items
// are ordered first.
// REQUIRES: `item_key` comes from keys::item_key().
std::uint8_t shard_of_item(ByteView item_key);

}  // namespace partita::building
