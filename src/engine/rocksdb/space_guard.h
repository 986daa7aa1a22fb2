#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "partita/base/clock.h"
#include "partita/base/mutex.h"

namespace partita::engine {

// Makes sure that the engine never meets a full disk, where RocksDB may stop the whole process.
// Writes are refused when less space is free than a low-water mark. Those that free space are
// accepted down to half of it, so that a user can delete items. If another program fills the disk
// between the check and the write, the ballast (a file of a few megabytes in each place) is deleted
// so that the write still fits. Writes and ballast come back by themselves when there is space.
// THREADS: safe for concurrent calls.
class SpaceGuard {
 public:
  struct Place {
    std::filesystem::path directory;
    std::filesystem::path ballast;
  };

  // Watches the file systems that hold the places. No mark means: 5 % of the file system, but at
  // least 32 MB and at most 512 MB.
  SpaceGuard(std::vector<Place> places, std::optional<std::uint64_t> low_water_bytes);

  // Nothing if `bytes` more may be written; otherwise why not, in words for people. While there is
  // enough space it asks the file system only now and then.
  std::optional<std::string> refusal(std::uint64_t bytes);

  // The same for what frees space in the end.
  std::optional<std::string> refusal_to_free(std::uint64_t bytes);

  // Whether a store can be opened for writing: there is space for what that takes, and for `bytes`
  // more. Gives up the ballasts if it must.
  bool can_open(std::uint64_t bytes);

  // A write has met a full disk: gives up the ballast of the place that holds the file.
  // Returns whether there was one, so that trying again may help.
  bool give_up_ballast(const std::filesystem::path& file);

 private:
  struct Watched {
    Place place;
    std::uint64_t low_water_bytes;
    bool is_low = false;
  };

  bool was_enough_lately(std::uint64_t bytes) PARTITA_REQUIRES(mutex_);
  std::optional<std::string> refusal_at(Watched& watched, std::uint64_t bytes)
      PARTITA_REQUIRES(mutex_);

  Mutex mutex_;
  std::vector<Watched> watched_ PARTITA_GUARDED_BY(mutex_);
  // The last look that found enough, and what was written since.
  std::optional<MonotonicTime> enough_at_ PARTITA_GUARDED_BY(mutex_);
  std::uint64_t bytes_since_ PARTITA_GUARDED_BY(mutex_) = 0;
};

}  // namespace partita::engine
