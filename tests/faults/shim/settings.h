#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace partita::faults {

// What becomes of the bytes behind the synced end of a file.
enum class TailMode {
  Truncate,  // All are lost.
  Prefix,    // A random part at the front is kept.
  Garble,    // The length is kept; a sector is as written, zeroed, random, or has one wrong byte.
};

// Which faults are asked for; every number counts calls on modelled files from 1, and 0 is never.
struct Settings {
  std::string directory;
  TailMode tail = TailMode::Truncate;
  std::uint64_t seed = 1;
  std::uint64_t cut_after_syncs = 0;
  std::uint64_t cut_after_writes = 0;
  bool cut_during_sync = false;
  // Only syncs of files whose path contains this are counted for the cut.
  std::optional<std::string> cut_counts_syncs_of;
  std::uint64_t fail_sync_at = 0;
  int fail_sync_errno = 0;
  std::uint64_t fail_write_at = 0;
  int fail_write_errno = 0;
  // Reads at a place of a file fail with EIO as long as this file exists and, if it says so, only
  // of files whose path ends so.
  std::optional<std::string> fail_reads_while;
  std::optional<std::string> fail_reads_of;
  // The same reads hang as long as this file exists; each that begins to adds a byte to it.
  std::optional<std::string> hang_reads_while;
  // Files whose name ends so are never synced although the program is told so.
  std::optional<std::string> ignore_syncs_of;

  // From the environment (power_cut.cc lists the names); nullopt if no directory is to be modelled.
  // A value that makes no sense ends the program: a fault test without its fault would pass.
  static std::optional<Settings> from_environment();
};

}  // namespace partita::faults
