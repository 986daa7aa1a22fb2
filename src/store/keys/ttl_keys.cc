#include "store/keys/ttl_keys.h"

#include "partita/base/check.h"
#include "store/keys/key_builder.h"

namespace partita::keys {
namespace {

constexpr std::size_t kTtlBytes = sizeof(Space) + sizeof(std::uint8_t) + sizeof(std::uint64_t) +
                                  sizeof(TableId) + KeyHash::kBytes;

std::uint8_t shard_of(const KeyHash& item) {
  return static_cast<std::uint8_t>(static_cast<std::uint8_t>(item.bytes[0]) % kTtlShards);
}

}  // namespace

Bytes ttl_key(const TtlKey& parts) {
  return KeyBuilder(Space::TtlQueue, kTtlBytes)
      .integer(shard_of(parts.item))
      .integer(parts.second)
      .integer(parts.table)
      .hash(parts.item)
      .take();
}

Result<TtlKey> parse_ttl_key(ByteView key) {
  KeyReader reader(key);
  if (key.size() != kTtlBytes || reader.integer<Space>() != Space::TtlQueue) {
    return Error::corrupt("a key is not one of the TTL queue");
  }
  const auto shard = reader.integer<std::uint8_t>();
  const TtlKey parts{.second = reader.integer<std::uint64_t>(),
                     .table = reader.integer<TableId>(),
                     .item = reader.hash()};
  if (shard != shard_of(parts.item)) return Error::corrupt("a TTL key is in the wrong shard");
  return parts;
}

KeyRange ttl_due_range(std::uint8_t shard, std::uint64_t second) {
  PARTITA_CHECK(shard < kTtlShards);
  Bytes begin = KeyBuilder(Space::TtlQueue, kTtlBytes).integer(shard).take();
  Bytes last = KeyBuilder(Space::TtlQueue, kTtlBytes).integer(shard).integer(second).take();
  return {.begin = std::move(begin), .end = prefix_end(std::move(last))};
}

KeyRange ttl_range(std::uint8_t shard, std::uint64_t from, std::uint64_t to) {
  PARTITA_CHECK(shard < kTtlShards);
  Bytes begin = KeyBuilder(Space::TtlQueue, kTtlBytes).integer(shard).integer(from).take();
  Bytes end = KeyBuilder(Space::TtlQueue, kTtlBytes).integer(shard).integer(to).take();
  return {.begin = std::move(begin), .end = std::move(end)};
}

}  // namespace partita::keys
