#include "modelled/rollups/build_position.h"

#include <cstdint>
#include <optional>

#include "engine/read_one.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_space.h"

// position := version:u8 is_complete:u8 last_key

namespace partita::rollups {
namespace {

constexpr char kVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kPositionHeadBytes = 2;

}  // namespace

double BuildPosition::fraction() const {
  constexpr std::size_t kHashOffset = 1 + sizeof(keys::TableId) + sizeof(keys::IndexId);
  constexpr double kHashes = 4294967296.0;
  if (is_complete) return 1;
  if (last_key.size() < kHashOffset + sizeof(std::uint32_t)) return 0;
  keys::KeyReader reader(ByteView(last_key).substr(kHashOffset));
  return reader.integer<std::uint32_t>() / kHashes;
}

Bytes encode(const BuildPosition& position) {
  Bytes bytes(1, kVersion);
  bytes.push_back(position.is_complete ? '\1' : '\0');
  bytes.append(position.last_key);
  return bytes;
}

Result<BuildPosition> decode_build_position(ByteView bytes) {
  if (bytes.size() < kPositionHeadBytes || bytes[0] != kVersion ||
      (bytes[1] != 0 && bytes[1] != 1)) {
    return Error::corrupt("how far a rollup is built cannot be read");
  }
  return BuildPosition{.is_complete = bytes[1] == 1,
                       .last_key = Bytes(bytes.substr(kPositionHeadBytes))};
}

Task<Result<BuildPosition>> read_build_position(const engine::View& view, const RollupRef& rollup) {
  const Bytes key = progress_key(rollup);
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  if (!*stored) co_return BuildPosition();
  co_return decode_build_position(**stored);
}

}  // namespace partita::rollups
