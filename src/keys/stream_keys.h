#pragma once

#include <cstdint>

#include "keys/key_hash.h"
#include "keys/key_range.h"
#include "keys/key_space.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"

// The keys of change records. key_space.h has their grammar. A change is written to the outbox in
// the item's own transaction, in no order with other items; one sequencer per shard moves it to
// the log, where the order is final.
namespace partita::keys {

struct OutboxKey {
  StreamId stream;
  std::uint16_t shard = 0;
  std::uint32_t second = 0;   // Roughly when; bounds how far back the sequencer looks.
  KeyHash item;               // hash_item(): several items of a partition may change in a second.
  std::uint64_t version = 0;  // Of the item after the change: orders the changes of one item.

  friend bool operator==(const OutboxKey&, const OutboxKey&) = default;
};

struct LogKey {
  StreamId stream;
  std::uint16_t shard = 0;
  std::uint64_t sequence = 0;

  friend bool operator==(const LogKey&, const LogKey&) = default;
};

Bytes outbox_key(const OutboxKey& parts);
Bytes log_key(const LogKey& parts);

// ERRORS: Corrupt if `key` is of another kind or length.
Result<OutboxKey> parse_outbox_key(ByteView key);
Result<LogKey> parse_log_key(ByteView key);

// The changes of one shard from `second` on. The times are those of the nodes that wrote them.
KeyRange outbox_range(StreamId stream, std::uint16_t shard, std::uint32_t second = 0);
// The changes of one shard from sequence number `from` on.
KeyRange log_range(StreamId stream, std::uint16_t shard, std::uint64_t from = 0);

// Everything of one stream, to erase it.
KeyRange outbox_range(StreamId stream);
KeyRange log_range(StreamId stream);

}  // namespace partita::keys
