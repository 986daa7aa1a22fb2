#pragma once

#include <cstddef>

namespace partita::engine {

// What a visitor is shown on an event loop before others have their turn (give_way): some tens of
// microseconds, whatever the visitor does with it.
inline constexpr std::size_t kReadStepBytes = std::size_t{64} << 10;

// How many keys are read at once before anything is known of their values.
inline constexpr std::size_t kFirstStepKeys = 4;
// More together than this gain nothing.
inline constexpr std::size_t kStepKeysMax = 32;

// How many keys to read next, if their values are like those of the last step.
inline std::size_t next_step_keys(std::size_t keys, std::size_t bytes) {
  if (bytes > kReadStepBytes) return keys > 1 ? keys / 2 : 1;
  const std::size_t more = bytes > kReadStepBytes / 4 ? keys : keys * 4;
  return more < kStepKeysMax ? more : kStepKeysMax;
}

}  // namespace partita::engine
