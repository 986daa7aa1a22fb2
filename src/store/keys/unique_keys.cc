#include "store/keys/unique_keys.h"

#include "store/keys/key_builder.h"

namespace partita::keys {
namespace {

constexpr std::size_t kConstraintBytes = sizeof(Space) + sizeof(TableId) + KeyHash::kBytes;
constexpr std::size_t kUniqueBytes = kConstraintBytes + KeyHash::kBytes;
constexpr std::uint8_t kProgress = 0;  // DO NOT CHANGE: stored.

KeyBuilder begin_constraint(TableId table, ByteView constraint) {
  KeyBuilder builder(Space::UniqueValues, kUniqueBytes);
  builder.integer(table).hash(hash_bytes(constraint));
  return builder;
}

}  // namespace

Bytes unique_key(TableId table, ByteView constraint, ByteView value) {
  return begin_constraint(table, constraint).hash(hash_bytes(value)).take();
}

Bytes reference_target_key(TableId table, ByteView reference, ByteView target) {
  return unique_key(table, reference, target);
}

Bytes reference_key(TableId table, ByteView reference, ByteView target, ByteView referrer) {
  return begin_constraint(table, reference)
      .hash(hash_bytes(target))
      .hash(hash_bytes(referrer))
      .take();
}

Bytes unique_state_key(TableId table, ByteView constraint) {
  return begin_constraint(table, constraint).take();
}

Bytes unique_progress_key(TableId table, ByteView constraint) {
  return begin_constraint(table, constraint).integer(kProgress).take();
}

KeyRange constraint_range(TableId table, ByteView constraint) {
  return prefix_range(begin_constraint(table, constraint).take());
}

KeyRange unique_range(TableId table) { return space_range(Space::UniqueValues, table); }

KeyRange constraint_range_of(ByteView key) {
  return prefix_range(Bytes(key.substr(0, kConstraintBytes)));
}

}  // namespace partita::keys
