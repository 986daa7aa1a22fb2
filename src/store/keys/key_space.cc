#include "store/keys/key_space.h"

#include "store/keys/key_builder.h"
#include "store/keys/key_hash.h"

namespace partita::keys {

KeyRange space_range(Space space) { return prefix_range(KeyBuilder(space, 1).take()); }

KeyRange space_range(Space space, TableId table) {
  return prefix_range(KeyBuilder(space, sizeof(space) + sizeof(table)).integer(table).take());
}

Bytes metadata_key(std::string_view name) {
  return KeyBuilder(Space::Metadata, 1 + name.size()).bytes(name).take();
}

Bytes table_descriptor_key(std::string_view table_name) {
  return KeyBuilder(Space::TableDescriptors, 1 + table_name.size()).bytes(table_name).take();
}

Bytes request_token_key(std::string_view token) {
  return KeyBuilder(Space::RequestTokens, 1 + KeyHash::kBytes).hash(hash_bytes(token)).take();
}

}  // namespace partita::keys
