#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "partita/base/bytes.h"
#include "store/keys/key_hash.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"
#include "store/keys/sync_space.h"

// The rows of syncs: keys::kSyncSpace. Integers are big-endian.
//
// key := 0D table:u32 sync:u64 row
// row := 00                        how far it is (sync_state.cc)
//      | 01 item:hash              an item that is held back (held_item.cc)
//      | 02 item:hash stamp:u64    an event of it, in the order of its stamps (sync_event.cc)
//      | 03 stamp:u64              the log: an event that is appended with its change
//
// sync := the first 8 bytes of the hash of its name
// item := hash_bytes() of the item's key in the engine

namespace partita::syncs {

// From the name alone: a sync that is declared otherwise goes on with what it has.
enum class SyncId : std::uint64_t {};

// Whose rows.
struct SyncRef {
  keys::TableId table;
  SyncId id;

  friend bool operator==(const SyncRef&, const SyncRef&) = default;
};

SyncId sync_id(std::string_view name);

Bytes state_key(const SyncRef& sync);
Bytes held_item_key(const SyncRef& sync, const keys::KeyHash& item);
Bytes held_event_key(const SyncRef& sync, const keys::KeyHash& item, std::uint64_t stamp);
// What the engine puts its stamp behind.
Bytes log_prefix(const SyncRef& sync);
Bytes log_key(const SyncRef& sync, std::uint64_t stamp);

keys::KeyRange held_items_range(const SyncRef& sync);
keys::KeyRange held_events_range(const SyncRef& sync, const keys::KeyHash& item);
// Everything of one sync; of the sync that a key is a row of. REQUIRES: a key of the space.
keys::KeyRange sync_range(const SyncRef& sync);
keys::KeyRange sync_range_of(ByteView key);
keys::KeyRange table_syncs_range(keys::TableId table);

enum class SyncRow : std::uint8_t {
  State = 0,      // DO NOT CHANGE: stored.
  HeldItem = 1,   // DO NOT CHANGE
  HeldEvent = 2,  // DO NOT CHANGE
  Log = 3,        // DO NOT CHANGE
};

struct SyncKeyParts {
  SyncRef sync{};
  SyncRow row{};
  keys::KeyHash item = {};  // Of held items and their events.
  std::uint64_t stamp = 0;  // Of events.
};
// Nullopt: it is no such key.
std::optional<SyncKeyParts> parse_sync_key(ByteView key);

}  // namespace partita::syncs
