#include "engine/rocksdb/usable_memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace partita::engine {
namespace {

std::uint64_t machine_memory_bytes() {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return pages * page_bytes;
}

// A group without a limit has the word "max" in place of a number, or no such file.
std::uint64_t limit_of(const std::filesystem::path& group) {
  std::ifstream file(group / "memory.max");
  std::uint64_t bytes = 0;
  return file >> bytes ? bytes : UINT64_MAX;
}

// The group of this process, relative to the root; empty if that is the root itself.
std::filesystem::path own_group(const std::filesystem::path& file) {
  constexpr std::string_view kVersion2 = "0::/";
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kVersion2)) return line.substr(kVersion2.size());
  }
  return {};
}

}  // namespace

std::uint64_t usable_memory_bytes(const MemoryGroups& groups) {
  std::uint64_t bytes = std::min(machine_memory_bytes(), limit_of(groups.root));
  auto group = groups.root;
  for (const auto& name : own_group(groups.own)) {
    group /= name;
    bytes = std::min(bytes, limit_of(group));
  }
  return bytes;
}

}  // namespace partita::engine
