#pragma once

#include <cstdint>
#include <filesystem>

#include "support/temporary_directory.h"

namespace partita::faults {

// A file system of a few megabytes in memory, seen by this process alone and gone with it.
class SmallDisk {
 public:
  explicit SmallDisk(std::uint64_t megabytes);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  const std::filesystem::path& path() const { return directory_.path(); }

  // Somebody else's file takes the space, down to the last `left` bytes.
  void occupy(std::uint64_t left = 0);
  // The file is gone again.
  void vacate();
  std::uint64_t free_bytes() const;

 private:
  testing::TemporaryDirectory directory_;
};

}  // namespace partita::faults
