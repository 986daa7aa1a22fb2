#pragma once

#include <sys/stat.h>

#include <compare>

namespace partita::faults {

// A file or directory whatever its names are.
struct Inode {
  dev_t device = 0;
  ino_t number = 0;

  static Inode of(const struct stat& status) { return {status.st_dev, status.st_ino}; }
  friend auto operator<=>(const Inode&, const Inode&) = default;
};

}  // namespace partita::faults
