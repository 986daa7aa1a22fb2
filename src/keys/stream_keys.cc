#include "keys/stream_keys.h"

#include "keys/key_builder.h"

namespace partita::keys {
namespace {

constexpr std::size_t kShardBytes = sizeof(Space) + sizeof(StreamId) + sizeof(std::uint16_t);
constexpr std::size_t kOutboxBytes =
    kShardBytes + sizeof(std::uint32_t) + KeyHash::kBytes + sizeof(std::uint64_t);
constexpr std::size_t kLogBytes = kShardBytes + sizeof(std::uint64_t);

KeyBuilder start_shard(Space space, StreamId stream, std::uint16_t shard) {
  KeyBuilder builder(space, kOutboxBytes);
  builder.integer(stream).integer(shard);
  return builder;
}

KeyRange shard_range(Space space, StreamId stream, std::uint16_t shard) {
  return prefix_range(start_shard(space, stream, shard).take());
}

KeyRange stream_range(Space space, StreamId stream) {
  return prefix_range(KeyBuilder(space, kShardBytes).integer(stream).take());
}

}  // namespace

Bytes outbox_key(const OutboxKey& parts) {
  return start_shard(Space::StreamOutbox, parts.stream, parts.shard)
      .integer(parts.second)
      .hash(parts.item)
      .integer(parts.version)
      .take();
}

Bytes log_key(const LogKey& parts) {
  return start_shard(Space::StreamLog, parts.stream, parts.shard).integer(parts.sequence).take();
}

Result<OutboxKey> parse_outbox_key(ByteView key) {
  KeyReader reader(key);
  if (key.size() != kOutboxBytes || reader.integer<Space>() != Space::StreamOutbox) {
    return Error::corrupt("a key is not one of the stream outbox");
  }
  return OutboxKey{.stream = reader.integer<StreamId>(),
                   .shard = reader.integer<std::uint16_t>(),
                   .second = reader.integer<std::uint32_t>(),
                   .item = reader.hash(),
                   .version = reader.integer<std::uint64_t>()};
}

Result<LogKey> parse_log_key(ByteView key) {
  KeyReader reader(key);
  if (key.size() != kLogBytes || reader.integer<Space>() != Space::StreamLog) {
    return Error::corrupt("a key is not one of the stream log");
  }
  return LogKey{.stream = reader.integer<StreamId>(),
                .shard = reader.integer<std::uint16_t>(),
                .sequence = reader.integer<std::uint64_t>()};
}

KeyRange outbox_range(StreamId stream, std::uint16_t shard, std::uint32_t second) {
  KeyRange range = shard_range(Space::StreamOutbox, stream, shard);
  range.begin = start_shard(Space::StreamOutbox, stream, shard).integer(second).take();
  return range;
}

KeyRange log_range(StreamId stream, std::uint16_t shard, std::uint64_t from) {
  KeyRange range = shard_range(Space::StreamLog, stream, shard);
  range.begin = log_key({.stream = stream, .shard = shard, .sequence = from});
  return range;
}

KeyRange outbox_range(StreamId stream) { return stream_range(Space::StreamOutbox, stream); }

KeyRange log_range(StreamId stream) { return stream_range(Space::StreamLog, stream); }

}  // namespace partita::keys
