#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::streams {

enum class EntryKind : std::uint8_t {  // DO NOT CHANGE: stored.
  Insert = 1,
  Modify = 2,
  Remove = 3,
  Begin = 4,  // The first entry of a log.
  End = 5,    // The last one: the stream was disabled.
};

// How one item has changed, with the images that the stream's view type asks for. Owns nothing.
struct ChangeRecord {
  EntryKind kind;  // Insert, Modify or Remove.
  WallTime time;   // When it was decided, in milliseconds.
  // TTL has deleted the item.
  bool is_expiry = false;
  ItemView keys;
  std::optional<ItemView> old_image = {};
  std::optional<ItemView> new_image = {};

  // AWS: SizeBytes, "the size of the stream record, in bytes".
  // Ours: keys and images as DynamoDB counts items, which is what the examples of AWS add up to.
  std::size_t size_bytes() const;
};

// An entry of a log: a change, or a mark.
struct LogEntry {
  EntryKind kind;
  WallTime time;
  std::optional<ChangeRecord> change = {};  // None of a mark.
};

Bytes encode(const ChangeRecord& change);
// REQUIRES: the kind is Begin or End.
Bytes encode_mark(EntryKind kind, WallTime time);

// Views `bytes`.   ERRORS: Corrupt.
Result<LogEntry> decode_entry(ByteView bytes);
// The time alone, without a look at the images.   ERRORS: Corrupt.
Result<LogEntry> decode_entry_head(ByteView bytes);

}  // namespace partita::streams
