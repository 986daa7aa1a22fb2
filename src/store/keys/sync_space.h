#pragma once

#include "store/keys/key_space.h"

namespace partita::keys {

// key := 0D table:u32 sync:u64 row      what is to be told elsewhere (syncs/sync_keys.h)
inline constexpr Space kSyncSpace{0x0D};  // DO NOT CHANGE: stored.

}  // namespace partita::keys
