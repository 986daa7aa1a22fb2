#pragma once

#include <cstdint>
#include <filesystem>

namespace partita::engine {

// Where Linux tells of the memory that a group of processes, such as a container, may use.
struct MemoryGroups {
  std::filesystem::path root = "/sys/fs/cgroup";
  // Names the group of this process below the root.
  std::filesystem::path own = "/proc/self/cgroup";
};

// The memory of the machine, or what this process may use of it if a group of version 2, its own or
// one around it, sets a limit.
std::uint64_t usable_memory_bytes(const MemoryGroups& groups = {});

}  // namespace partita::engine
