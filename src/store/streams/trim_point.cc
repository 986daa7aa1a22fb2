#include "store/streams/trim_point.h"

#include "engine/read_one.h"
#include "store/catalog/counter.h"
#include "store/keys/key_builder.h"

namespace partita::streams {

Bytes trim_key(keys::StreamId stream) {
  constexpr std::string_view kName = "stream-trimmed/";
  return keys::KeyBuilder(keys::Space::Metadata, 1 + kName.size() + sizeof(stream))
      .bytes(kName)
      .integer(stream)
      .take();
}

Task<Result<std::optional<std::uint64_t>>> read_trim_point(const engine::View& view,
                                                           keys::StreamId stream) {
  const Bytes key = trim_key(stream);
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  if (!*stored) co_return std::optional<std::uint64_t>();
  auto stamp = catalog::decode_counter(**stored);
  CO_TRY(stamp);
  co_return std::optional(*stamp);
}

}  // namespace partita::streams
