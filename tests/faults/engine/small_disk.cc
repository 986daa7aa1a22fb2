#include "faults/engine/small_disk.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>

#include "partita/base/check.h"
#include "partita/base/file.h"

namespace partita::faults {
namespace {

void write_file(const char* path, const std::string& text) {
  const auto file = open_file(path, O_WRONLY);
  PARTITA_CHECK(file.ok() && write_at(*file, 0, text).ok());
}

// Mounts of our own: as root at once, otherwise as root of a user namespace.
void leave_namespace() {
  static const bool has_left = [] {
    const uid_t user = ::getuid();
    const gid_t group = ::getgid();
    PARTITA_CHECK(::unshare(user == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) == 0);
    if (user != 0) {
      write_file("/proc/self/setgroups", "deny");
      write_file("/proc/self/uid_map", fmt::format("0 {} 1", user));
      write_file("/proc/self/gid_map", fmt::format("0 {} 1", group));
    }
    // In a chroot the root is no mount of its own; the disk is then taken away by its destructor.
    PARTITA_CHECK(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 ||
                  errno == EINVAL);
    return true;
  }();
  PARTITA_CHECK(has_left);
}

}  // namespace

SmallDisk::SmallDisk(std::uint64_t megabytes) {
  leave_namespace();
  const auto options = fmt::format("size={}m", megabytes);
  PARTITA_CHECK(::mount("tmpfs", path().c_str(), "tmpfs", 0, options.c_str()) == 0);
}

SmallDisk::~SmallDisk() { ::umount2(path().c_str(), MNT_DETACH); }

void SmallDisk::occupy(std::uint64_t left) {
  const auto file = open_file(path() / "somebody-elses-file", O_RDWR | O_CREAT);
  PARTITA_CHECK(file.ok());
  const std::uint64_t held = std::filesystem::file_size(path() / "somebody-elses-file");
  // What others free or take in between is made up for by asking again.
  while (free_bytes() > left) {
    const auto wanted = static_cast<off_t>(free_bytes() - left);
    const auto offset = static_cast<off_t>(
        std::max(held, std::filesystem::file_size(path() / "somebody-elses-file")));
    if (::posix_fallocate(file->number(), offset, wanted) != 0) continue;
  }
}

void SmallDisk::vacate() { std::filesystem::remove(path() / "somebody-elses-file"); }

std::uint64_t SmallDisk::free_bytes() const { return std::filesystem::space(path()).available; }

}  // namespace partita::faults
