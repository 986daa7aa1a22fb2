#include "store/keys/stream_keys.h"

#include "store/keys/key_builder.h"

namespace partita::keys {
namespace {

constexpr std::size_t kLogBytes =
    sizeof(Space) + sizeof(StreamId) + sizeof(std::uint16_t) + sizeof(std::uint64_t);

KeyBuilder start_log(StreamId stream, std::uint16_t shard) {
  KeyBuilder builder(Space::StreamLog, kLogBytes);
  builder.integer(stream).integer(shard);
  return builder;
}

}  // namespace

Bytes log_prefix(StreamId stream, std::uint16_t shard) { return start_log(stream, shard).take(); }

Bytes log_key(const LogKey& parts) {
  return start_log(parts.stream, parts.shard).integer(parts.stamp).take();
}

}  // namespace partita::keys
