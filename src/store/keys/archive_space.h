#pragma once

#include "store/keys/key_space.h"

namespace partita::keys {

// key := 0E archive:u64 row      an item that leaves, or a file (archives/archive_keys.h)
inline constexpr Space kArchiveSpace{0x0E};  // DO NOT CHANGE: stored.

}  // namespace partita::keys
