#include "partita/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace partita {
namespace {

// What the last call with the file has failed by, with the file's name as the system knows it.
Error open_file_error(const char* verb, const FileDescriptor& file) {
  const int error_number = errno;
  std::error_code unknown;
  const auto path =
      std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", file.number()), unknown);
  return file_error(verb, unknown ? std::filesystem::path("a file") : path, error_number);
}

}  // namespace

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : number_(std::exchange(other.number_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

FileDescriptor::~FileDescriptor() { close(); }

void FileDescriptor::close() {
  if (is_open()) ::close(number_);
  number_ = -1;
}

Error file_error(const char* verb, const std::filesystem::path& path, int error_number) {
  auto message = fmt::format("cannot {} {}: {}", verb, path.string(), std::strerror(error_number));
  switch (error_number) {
    case ENOENT:
      return Error::not_found(std::move(message));
    case EEXIST:
      return Error::already_exists(std::move(message));
    case EACCES:
    case EROFS:
    case EPERM:
    case ENOTDIR:
    case EISDIR:
      return Error::invalid_argument(std::move(message));
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
      return Error::unavailable(std::move(message));
    default:
      return Error::internal(std::move(message));
  }
}

Result<FileDescriptor> open_file(const std::filesystem::path& path, int flags, int mode) {
  FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC, mode));
  if (!file.is_open()) return file_error("open", path, errno);
  return file;
}

// The memory grows with what is read: the bound may be far above what files have, and the size that
// a pipe or a file of the kernel tells is none.
Result<Bytes> read_small_file(const std::filesystem::path& path, std::size_t bytes_max) {
  constexpr std::size_t kStepBytes = std::size_t{64} << 10;
  const FileDescriptor file = TRY(open_file(path, O_RDONLY));
  Bytes content;
  std::size_t size = 0;
  while (size <= bytes_max) {
    if (size == content.size()) {
      content.resize(std::min(bytes_max + 1, std::max(kStepBytes, size * 2)));
    }
    const ssize_t got = ::read(file.number(), content.data() + size, content.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("read", path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > bytes_max) {
    return Error::too_large(fmt::format("{} is larger than {} bytes", path.string(), bytes_max));
  }
  content.resize(size);
  return content;
}

Status replace_file(const std::filesystem::path& path, ByteView content, int mode) {
  auto temporary = path;
  temporary += ".new";
  FileDescriptor file = TRY(open_file(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode));
  TRY(write_at(file, 0, content));
  TRY(sync_data(file));
  file.close();
  if (::rename(temporary.c_str(), path.c_str()) != 0) return file_error("rename", temporary, errno);
  return sync_directory(path.parent_path());
}

Status write_at(const FileDescriptor& file, std::uint64_t offset, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote =
        ::pwrite(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return open_file_error("write to", file);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    offset += static_cast<std::uint64_t>(wrote);
  }
  return {};
}

Status sync_data(const FileDescriptor& file) {
  if (::fdatasync(file.number()) == 0) return {};
  return open_file_error("sync", file);
}

Status sync_directory(const std::filesystem::path& directory) {
  const auto named = directory.empty() ? std::filesystem::path(".") : directory;
  const FileDescriptor file = TRY(open_file(named, O_RDONLY | O_DIRECTORY));
  if (::fsync(file.number()) == 0) return {};
  return file_error("sync", named, errno);
}

}  // namespace partita
