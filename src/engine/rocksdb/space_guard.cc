#include "engine/rocksdb/space_guard.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>

#include "partita/base/file.h"

namespace partita::engine {
namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;
constexpr std::uint64_t kBallastBytesMax = 16 * kMegabyte;
constexpr std::chrono::milliseconds kLookInterval{20};
constexpr std::uint64_t kLookBytes = kMegabyte;
// New files of RocksDB when it opens: a log, a manifest, options.
constexpr std::uint64_t kOpeningBytes = 4 * kMegabyte;

struct Space {
  std::uint64_t total_bytes = 0;
  std::uint64_t free_bytes = 0;
};

// A file system that does not answer is treated as empty of space: refusing a write is safe.
Space space_of(const std::filesystem::path& directory) {
  struct statvfs answer {};
  if (::statvfs(directory.c_str(), &answer) != 0) return {};
  return {.total_bytes = answer.f_blocks * answer.f_frsize,
          .free_bytes = answer.f_bavail * answer.f_frsize};
}

std::uint64_t default_low_water(const std::filesystem::path& directory) {
  return std::clamp(space_of(directory).total_bytes / 20, 32 * kMegabyte, 512 * kMegabyte);
}

std::uint64_t ballast_bytes(std::uint64_t low_water_bytes) {
  return std::min(low_water_bytes / 2, kBallastBytesMax);
}

bool has_ballast(const std::filesystem::path& ballast) {
  std::error_code failed;
  return std::filesystem::exists(ballast, failed);
}

void lay_ballast(const std::filesystem::path& path, std::uint64_t bytes) {
  const auto file = open_file(path, O_RDWR | O_CREAT);
  if (!file.ok()) return;
  if (::posix_fallocate(file->number(), 0, static_cast<off_t>(bytes)) != 0) {
    ::unlink(path.c_str());
  }
}

}  // namespace

SpaceGuard::SpaceGuard(std::vector<Place> places, std::optional<std::uint64_t> low_water_bytes) {
  for (auto& place : places) {
    const auto mark = low_water_bytes.value_or(default_low_water(place.directory));
    watched_.push_back({std::move(place), mark});
  }
}

std::optional<std::string> SpaceGuard::refusal(std::uint64_t bytes) {
  const MutexLock lock(mutex_);
  if (was_enough_lately(bytes)) return std::nullopt;
  enough_at_.reset();
  for (auto& watched : watched_) {
    if (auto reason = refusal_at(watched, bytes)) return reason;
  }
  enough_at_ = Clock::system().monotonic_now();
  bytes_since_ = bytes;
  return std::nullopt;
}

// What somebody else may take in so short a time is what the ballast is for.
bool SpaceGuard::was_enough_lately(std::uint64_t bytes) {
  if (!enough_at_ || Clock::system().monotonic_now() - *enough_at_ > kLookInterval) return false;
  bytes_since_ += bytes;
  return bytes_since_ <= kLookBytes;
}

// Once low, writes resume only a quarter above the mark: at the mark itself they would flicker.
std::optional<std::string> SpaceGuard::refusal_at(Watched& watched, std::uint64_t bytes) {
  const std::uint64_t mark = watched.low_water_bytes;
  const std::uint64_t wanted = watched.is_low ? mark + mark / 4 : mark;
  const std::uint64_t free = space_of(watched.place.directory).free_bytes;
  watched.is_low = free < wanted + bytes;
  if (!watched.is_low) {
    if (!has_ballast(watched.place.ballast)) {
      lay_ballast(watched.place.ballast, ballast_bytes(mark));
    }
    return std::nullopt;
  }
  return fmt::format(
      "the disk that holds {} is almost full: {:.1f} MB free, writes need {:.1f} MB; they resume "
      "by themselves when space is freed, reads and deletes go on",
      watched.place.directory.string(), static_cast<double>(free) / kMegabyte,
      static_cast<double>(wanted + bytes) / kMegabyte);
}

std::optional<std::string> SpaceGuard::refusal_to_free(std::uint64_t bytes) {
  const MutexLock lock(mutex_);
  for (const auto& watched : watched_) {
    const std::uint64_t wanted = watched.low_water_bytes / 2 + bytes;
    const std::uint64_t free = space_of(watched.place.directory).free_bytes;
    if (free >= wanted) continue;
    return fmt::format(
        "the disk that holds {} is full: {:.1f} MB free, even deletes need {:.1f} MB; they resume "
        "by "
        "themselves when space is freed, reads go on",
        watched.place.directory.string(), static_cast<double>(free) / kMegabyte,
        static_cast<double>(wanted) / kMegabyte);
  }
  return std::nullopt;
}

bool SpaceGuard::can_open(std::uint64_t bytes) {
  const MutexLock lock(mutex_);
  for (const auto& watched : watched_) {
    const auto has_enough = [&] {
      return space_of(watched.place.directory).free_bytes >= kOpeningBytes + bytes;
    };
    if (has_enough()) continue;
    ::unlink(watched.place.ballast.c_str());
    if (!has_enough()) return false;
  }
  return true;
}

bool SpaceGuard::give_up_ballast(const std::filesystem::path& file) {
  const MutexLock lock(mutex_);
  for (auto& watched : watched_) {
    const auto relative = file.lexically_relative(watched.place.directory);
    if (relative.empty() || *relative.begin() == "..") continue;
    watched.is_low = true;
    enough_at_.reset();
    return ::unlink(watched.place.ballast.c_str()) == 0;
  }
  return false;
}

}  // namespace partita::engine
