#include "engine/rocksdb/data_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace partita::engine {
namespace {

// DO NOT CHANGE: `format` holds this line; a later layout has a higher number.
constexpr std::string_view kFormat = "partita rocksdb 1\n";
constexpr std::size_t kFormatBytesMax = 4096;

// A directory with other people's files in it is left alone.
Status check_foreign(const std::filesystem::path& path) {
  std::error_code failed;
  if (std::filesystem::exists(path / "format")) return {};
  for (const auto& entry : std::filesystem::directory_iterator(path, failed)) {
    // What a first start that was cut off may have left.
    const auto name = entry.path().filename();
    if (name == "lock" || name == "format.new" || name == "keyring") continue;
    return Error::invalid_argument(
        fmt::format("{} is not a data directory of partita: it has no file \"format\" but holds "
                    "{}; name an empty or a new directory",
                    path.string(), name.string()));
  }
  if (failed) return file_error("list", path, failed.value());
  return {};
}

Status check_format(const std::filesystem::path& path) {
  const auto content = read_small_file(path / "format", kFormatBytesMax);
  if (!content.ok() && content.error().kind() == ErrorKind::NotFound) {
    return replace_file(path / "format", kFormat);
  }
  if (!content.ok()) return content.error();
  if (*content == kFormat) return {};
  return Error::invalid_argument(
      fmt::format("{} was written in another format than this version of partita knows (\"{}\" "
                  "instead of \"{}\"); open it with the version that wrote it",
                  path.string(), content->substr(0, content->find('\n')),
                  kFormat.substr(0, kFormat.size() - 1)));
}

Result<FileDescriptor> take_lock(const std::filesystem::path& path) {
  FileDescriptor lock = TRY(open_file(path / "lock", O_RDWR | O_CREAT));
  if (::flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return file_error("lock", path, errno);
    const auto owner = read_small_file(path / "lock", 64);
    return Error::unavailable(
        fmt::format("{} is in use by process {}; a data directory belongs to one process at a time",
                    path.string(), owner.ok() && !owner->empty() ? *owner : "(unknown)"));
  }
  // Who holds it is a courtesy for the message above: on a full disk it may be missing.
  if (::ftruncate(lock.number(), 0) == 0) {
    const auto told = write_at(lock, 0, std::to_string(::getpid()));
    static_cast<void>(told.ok());
  }
  return lock;
}

}  // namespace

Result<DataDirectory> DataDirectory::open(const std::filesystem::path& path) {
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(path);
  if (std::filesystem::create_directories(absolute, failed)) {
    TRY(sync_directory(absolute.parent_path()));
  }
  if (failed) return file_error("make the directory", absolute, failed.value());
  TRY(check_foreign(absolute));
  FileDescriptor lock = TRY(take_lock(absolute));
  TRY(check_format(absolute));
  return DataDirectory(absolute, std::move(lock));
}

}  // namespace partita::engine
