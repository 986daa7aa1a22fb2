#include "engine/rocksdb/private_files.h"

#include <algorithm>

namespace partita::engine {
namespace {

namespace fs = std::filesystem;

constexpr fs::perms kOthers = fs::perms::group_all | fs::perms::others_all;

Privacy make_one_private(const fs::path& path) {
  std::error_code failed;
  const auto status = fs::symlink_status(path, failed);
  // A file that is gone meanwhile can be read by nobody.
  if (failed || fs::is_symlink(status)) return Privacy::WasPrivate;
  if ((status.permissions() & kOthers) == fs::perms::none) return Privacy::WasPrivate;
  fs::permissions(path, kOthers, fs::perm_options::remove, failed);
  return failed ? Privacy::CannotBeMade : Privacy::MadePrivate;
}

}  // namespace

Privacy make_private(const fs::path& directory) {
  Privacy whole = make_one_private(directory);
  std::error_code failed;
  fs::recursive_directory_iterator entry(directory, failed);
  while (!failed && entry != fs::recursive_directory_iterator()) {
    whole = std::max(whole, make_one_private(entry->path()));
    entry.increment(failed);
  }
  return whole;
}

}  // namespace partita::engine
