#include "modelled/building/position.h"

#include "engine/read_one.h"
#include "partita/base/check.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_space.h"

// position := version:u8 is_complete:u8 last_key

namespace partita::building {
namespace {

constexpr char kVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kPositionHeadBytes = 2;
constexpr std::size_t kHashOffset = 1 + sizeof(keys::TableId) + sizeof(keys::IndexId);

}  // namespace

double Position::fraction() const {
  constexpr double kHashes = 4294967296.0;
  if (is_complete) return 1;
  if (last_key.size() < kHashOffset + sizeof(std::uint32_t)) return 0;
  keys::KeyReader reader(ByteView(last_key).substr(kHashOffset));
  return reader.integer<std::uint32_t>() / kHashes;
}

Bytes encode(const Position& position) {
  Bytes bytes(1, kVersion);
  bytes.push_back(position.is_complete ? '\1' : '\0');
  bytes.append(position.last_key);
  return bytes;
}

Result<Position> decode_position(std::optional<ByteView> stored) {
  if (!stored) return Position();
  if (stored->size() < kPositionHeadBytes || stored->front() != kVersion ||
      ((*stored)[1] != 0 && (*stored)[1] != 1)) {
    return Error::corrupt("how far a rollup or a search is built cannot be read");
  }
  return Position{.is_complete = (*stored)[1] == 1,
                  .last_key = Bytes(stored->substr(kPositionHeadBytes))};
}

Task<Result<Position>> read_position(const engine::View& view, Bytes key) {
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  co_return decode_position(*stored ? std::optional<ByteView>(**stored) : std::nullopt);
}

std::uint8_t shard_of_item(ByteView item_key) {
  PARTITA_CHECK(item_key.size() > kHashOffset);
  return static_cast<std::uint8_t>(item_key[kHashOffset]);
}

}  // namespace partita::building
