#pragma once

#include <cstdint>

#include "keys/key_range.h"
#include "keys/key_space.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"

// The keys of a stream's log. key_space.h has their grammar. An entry is appended in the
// transaction of the change that it tells about (engine::Transaction::append): the engine gives the
// stamp, and the order of the stamps is the order of the stream.
namespace partita::keys {

// The number of the first shard of a stream. There are no others yet.
inline constexpr std::uint16_t kFirstShard = 0;

struct LogKey {
  StreamId stream;
  std::uint16_t shard = kFirstShard;
  std::uint64_t stamp = 0;

  friend bool operator==(const LogKey&, const LogKey&) = default;
};

// What the engine puts its stamp behind.
Bytes log_prefix(StreamId stream, std::uint16_t shard = kFirstShard);
Bytes log_key(const LogKey& parts);

// ERRORS: Corrupt if `key` is of another kind or length.
Result<LogKey> parse_log_key(ByteView key);

// The entries of one shard from stamp `from` on.
KeyRange log_range(StreamId stream, std::uint16_t shard, std::uint64_t from = 0);

}  // namespace partita::keys
