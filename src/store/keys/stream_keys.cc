#include "keys/stream_keys.h"

#include "keys/key_builder.h"

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

Result<LogKey> parse_log_key(ByteView key) {
  KeyReader reader(key);
  if (key.size() != kLogBytes || reader.integer<Space>() != Space::StreamLog) {
    return Error::corrupt("a key is not one of a stream's log");
  }
  return LogKey{.stream = reader.integer<StreamId>(),
                .shard = reader.integer<std::uint16_t>(),
                .stamp = reader.integer<std::uint64_t>()};
}

KeyRange log_range(StreamId stream, std::uint16_t shard, std::uint64_t from) {
  KeyRange range = prefix_range(log_prefix(stream, shard));
  range.begin = log_key({.stream = stream, .shard = shard, .stamp = from});
  return range;
}

}  // namespace partita::keys
