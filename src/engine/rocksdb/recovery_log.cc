#include "engine/rocksdb/recovery_log.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <filesystem>

namespace partita::engine {
namespace {

constexpr std::size_t kWarningsMax = 100;

}  // namespace

void RecoveryLog::Logv(const char* format, va_list arguments) {
  std::array<char, 512> line{};
  std::vsnprintf(line.data(), line.size(), format, arguments);
  const MutexLock lock(mutex_);
  if (warnings_.size() < kWarningsMax) warnings_.emplace_back(line.data());
}

// RocksDB words it "<file>: dropping <n> bytes; <reason>".
std::vector<std::string> RecoveryLog::damaged_files() const {
  const MutexLock lock(mutex_);
  std::vector<std::string> files;
  for (const auto& warning : warnings_) {
    const auto dropping = warning.find(": dropping ");
    if (dropping == std::string::npos) continue;
    const auto start = warning.rfind(' ', dropping);
    const auto path = warning.substr(start == std::string::npos ? 0 : start + 1,
                                     dropping - (start == std::string::npos ? 0 : start + 1));
    auto name = std::filesystem::path(path).filename().string();
    if (std::find(files.begin(), files.end(), name) == files.end()) files.push_back(name);
  }
  return files;
}

}  // namespace partita::engine
