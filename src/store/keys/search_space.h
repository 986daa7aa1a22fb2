#pragma once

#include "store/keys/key_space.h"

namespace partita::keys {

// key := 0F table:u32 search:u64 row      a word that a search finds (search/search_keys.h)
inline constexpr Space kSearchSpace{0x0F};  // DO NOT CHANGE: stored.

}  // namespace partita::keys
