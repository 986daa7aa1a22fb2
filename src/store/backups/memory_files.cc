#include <fmt/format.h>

#include <map>

#include "partita/base/mutex.h"
#include "store/backups/backup_files.h"

namespace partita::backups {
namespace {

class MemoryFiles final : public BackupFiles {
 public:
  Status write(std::string_view name, ByteView content) override {
    const MutexLock lock(mutex_);
    files_.insert_or_assign(std::string(name), Bytes(content));
    return {};
  }

  Result<Bytes> read(std::string_view name, std::size_t bytes_max) const override {
    const MutexLock lock(mutex_);
    const auto found = files_.find(name);
    if (found == files_.end()) return Error::not_found(fmt::format("there is no {}", name));
    if (found->second.size() > bytes_max) {
      return Error::too_large(fmt::format("{} is larger than {} bytes", name, bytes_max));
    }
    return found->second;
  }

  Result<std::vector<std::string>> list(std::string_view directory) const override {
    std::string prefix(directory);
    if (!prefix.empty() && !prefix.ends_with('/')) prefix.push_back('/');
    std::vector<std::string> names;
    const MutexLock lock(mutex_);
    for (auto each = files_.lower_bound(prefix); each != files_.end(); ++each) {
      if (!each->first.starts_with(prefix)) break;
      std::string name = each->first.substr(prefix.size());
      const auto slash = name.find('/');
      if (slash != std::string::npos) name.resize(slash + 1);
      if (names.empty() || names.back() != name) names.push_back(std::move(name));
    }
    return names;
  }

  Status remove(std::string_view name) override {
    const MutexLock lock(mutex_);
    files_.erase(std::string(name));
    return {};
  }

  Status remove_directory(std::string_view) override { return {}; }
  std::string description() const override { return "memory"; }

 private:
  mutable Mutex mutex_;
  std::map<std::string, Bytes, std::less<>> files_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace

std::unique_ptr<BackupFiles> memory_files() { return std::make_unique<MemoryFiles>(); }

}  // namespace partita::backups
