#pragma once

#include <cstdint>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/keys/key_hash.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// The queue of items that expire, earliest first. key_space.h has the grammar. It is cut into
// shards by the item, so that its tail is not one hot spot.
namespace partita::keys {

inline constexpr std::uint8_t kTtlShards = 64;  // DO NOT CHANGE: stored keys depend on it.

struct TtlKey {
  std::uint64_t second = 0;  // Since 1970: when the item expires.
  TableId table;
  KeyHash item;  // hash_item()

  friend bool operator==(const TtlKey&, const TtlKey&) = default;
};

Bytes ttl_key(const TtlKey& parts);

// ERRORS: Corrupt if `key` is of another kind or length, or in a shard it does not belong to.
Result<TtlKey> parse_ttl_key(ByteView key);

// What expires at `second` or before. REQUIRES: shard < kTtlShards.
KeyRange ttl_due_range(std::uint8_t shard, std::uint64_t second);

// What expires at `from` or later, but before `to`. REQUIRES: shard < kTtlShards.
KeyRange ttl_range(std::uint8_t shard, std::uint64_t from, std::uint64_t to);

}  // namespace partita::keys
