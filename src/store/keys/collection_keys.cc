#include "store/keys/collection_keys.h"

#include "partita/base/check.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"

namespace partita::keys {

Bytes collection_key(ByteView item_key) {
  const auto parts = parse_item_key(item_key);
  PARTITA_CHECK(parts.ok());
  return KeyBuilder(Space::ItemCollections, sizeof(Space) + sizeof(TableId) + KeyHash::kBytes)
      .integer(parts->partition.table)
      .hash(parts->partition.hash)
      .take();
}

}  // namespace partita::keys
