#pragma once

#include <cstdint>
#include <optional>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

// How far a unique constraint holds: what is stored beside the values that are claimed.
namespace partita::enforcement {

struct UniqueState {
  enum class Kind : std::uint8_t {
    // DO NOT CHANGE: stored. Values of items that were there before the constraint are being
    // claimed. It holds for all that are claimed.
    Building = 0,
    // DO NOT CHANGE. Several items have one value, so the constraint is only observed.
    Duplicates = 1,
    // DO NOT CHANGE. Every value is claimed by the one item that has it.
    Complete = 2,
  };

  Kind kind = Kind::Building;
  // Another one with each write that was let through although its value belongs to another item.
  std::uint64_t nonce = 0;

  friend bool operator==(const UniqueState&, const UniqueState&) = default;
};

Bytes encode(const UniqueState& state);
// No row is the beginning.   ERRORS: Corrupt.
Result<UniqueState> decode_unique_state(std::optional<ByteView> bytes);

// How far the claiming has come. No row: none is under way.
struct UniqueProgress {
  UniqueState noted;             // As it was when the walk began.
  std::uint64_t duplicates = 0;  // Items whose value belonged to another one.
  Bytes last_key;                // Of the last item that was looked at; empty at the beginning.

  friend bool operator==(const UniqueProgress&, const UniqueProgress&) = default;
};

Bytes encode(const UniqueProgress& progress);
// ERRORS: Corrupt.
Result<UniqueProgress> decode_unique_progress(ByteView bytes);

}  // namespace partita::enforcement
