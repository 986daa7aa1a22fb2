#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/keys/key_hash.h"

namespace partita::syncs {

enum class EventKind : std::uint8_t {  // DO NOT CHANGE: stored.
  Insert = 1,
  Modify = 2,
  Remove = 3,
};

// "inserted", "modified", "removed".
std::string_view name_of(EventKind kind);

// A change that is to be told. Owns nothing.
struct SyncEvent {
  EventKind kind{};
  std::int64_t time_ms = 0;          // When it was decided, since 1970.
  keys::KeyHash item;                // Which item: events of one are told in their order.
  ItemView image;                    // As it is then; of Remove as it was.
  std::optional<ItemView> old = {};  // As it was, if the sync tells it; of Modify only.
};

Bytes encode_event(const SyncEvent& event);
// Views `bytes`.   ERRORS: Corrupt.
Result<SyncEvent> decode_event(ByteView bytes);

// What can be known without a look at the images.
struct EventHead {
  EventKind kind{};
  std::int64_t time_ms = 0;
  keys::KeyHash item;
};
// ERRORS: Corrupt.
Result<EventHead> decode_event_head(ByteView bytes);

}  // namespace partita::syncs
