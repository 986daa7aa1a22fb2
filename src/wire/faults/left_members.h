#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::faults {

// Which members of a batch are left for the next request although nothing is wrong with them. Of
// two or more members at least one is left, and at least one is not.
struct LeftMembers {
  std::uint64_t seed = 0;

  bool has(std::size_t member, std::size_t members) const {
    if (members < 2) return false;
    const std::uint64_t stays = seed % members;
    if (member == stays) return false;
    if (member == (stays + 1) % members) return true;
    // The bits above those that have chosen the one that stays.
    return ((seed >> (8 + member % 48)) & 1) != 0;
  }
};

}  // namespace partita::faults
