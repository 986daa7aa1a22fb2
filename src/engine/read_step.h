#pragma once

#include <cstddef>

namespace partita::engine {

// How many bytes a read passes to its visitor on an event loop before it lets other work run
// (give_way). This takes some tens of microseconds, depending on the visitor.
inline constexpr std::size_t kReadStepBytes = std::size_t{64} << 10;

// How many keys are read at once before anything is known of their values.
inline constexpr std::size_t kFirstStepKeys = 4;
// Reading more keys together gains nothing.
inline constexpr std::size_t kStepKeysMax = 32;

// How many keys to read next, if their values are like those of the last step.
inline std::size_t next_step_keys(std::size_t keys, std::size_t bytes) {
  if (bytes > kReadStepBytes) return keys > 1 ? keys / 2 : 1;
  const std::size_t more = bytes > kReadStepBytes / 4 ? keys : keys * 4;
  return more < kStepKeysMax ? more : kStepKeysMax;
}

}  // namespace partita::engine
