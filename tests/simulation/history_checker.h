#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace partita::simulation {

// One call on one register and what came of it. Times are taken before the call and after its
// answer, from one clock for all clients.
struct RegisterCall {
  enum class Kind { Read, Write, CompareAndSet };

  Kind kind;
  std::int64_t expected = 0;  // Of CompareAndSet; -1 means: nothing there.
  std::int64_t value = 0;     // Written, or read; -1 if nothing was there.
  bool succeeded = true;      // Of CompareAndSet.
  std::int64_t begun = 0;
  std::int64_t ended = 0;
};

inline constexpr std::size_t kHistoryCallsMax = 64;

// Whether there is an order of the calls that fits their times and in which every answer is right:
// the search of Wing and Gong, which never tries the same calls with the same value twice.
// REQUIRES: at most kHistoryCallsMax calls.
bool is_linearizable(std::span<const RegisterCall> calls);

}  // namespace partita::simulation
