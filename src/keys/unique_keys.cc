#include "keys/unique_keys.h"

#include "keys/key_builder.h"

namespace partita::keys {
namespace {

constexpr std::size_t kUniqueBytes = sizeof(Space) + sizeof(TableId) + 2 * KeyHash::kBytes;

}  // namespace

Bytes unique_key(TableId table, ByteView constraint, ByteView value) {
  return KeyBuilder(Space::UniqueValues, kUniqueBytes)
      .integer(table)
      .hash(hash_bytes(constraint))
      .hash(hash_bytes(value))
      .take();
}

KeyRange unique_range(TableId table) {
  Bytes begin = KeyBuilder(Space::UniqueValues, kUniqueBytes).integer(table).take();
  Bytes end = prefix_end(begin);
  return {.begin = std::move(begin), .end = std::move(end)};
}

}  // namespace partita::keys
