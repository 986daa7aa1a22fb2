#pragma once

#include <cstdint>

#include "partita/base/bytes.h"
#include "store/keys/key_space.h"

// The keys of a stream's log. key_space.h has their grammar. An entry is appended in the
// transaction of the change that it tells about (engine::Transaction::append): the engine gives the
// stamp, and the order of the stamps is the order of the shard (engine::View::read_log).
namespace partita::keys {

// The number of the first shard of a stream. There are no others yet.
inline constexpr std::uint16_t kFirstShard = 0;

struct LogKey {
  StreamId stream;
  std::uint16_t shard = kFirstShard;
  std::uint64_t stamp = 0;
};

// What the engine puts its stamp behind.
Bytes log_prefix(StreamId stream, std::uint16_t shard = kFirstShard);
Bytes log_key(const LogKey& parts);

}  // namespace partita::keys
