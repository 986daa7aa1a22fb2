#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "settings.h"

namespace partita::faults {

// One file: what the disk would hold of it if the power failed now.
//
// The file itself always holds what the program wrote. Beside it the model keeps the size that the
// last completed sync covered, and the bytes of the disk wherever the program has changed that area
// since. Bytes that a failed sync left behind are `lost`: Linux marks such pages clean, so that no
// later sync makes them durable unless they are written once more.
// THREADS: safe for concurrent calls, but for cut().
class FileModel {
 public:
  // Owns `handle`, a descriptor of its own: it reads and writes the file apart from the program,
  // whatever its names, and keeps the inode from being used for another file.
  FileModel(int handle, off_t synced_size)
      : handle_(handle), synced_size_(synced_size), covered_size_(synced_size) {}
  FileModel(const FileModel&) = delete;
  FileModel& operator=(const FileModel&) = delete;
  ~FileModel();

  // Runs `write`, which may change `bytes` bytes from what `offset` returns.
  template <typename Offset, typename Write>
  auto change(Offset offset, std::size_t bytes, Write write) {
    const std::lock_guard lock(mutex_);
    save(offset(), static_cast<off_t>(bytes), Replaced::Overwritten);
    return write();
  }
  // Runs ftruncate on the program's own descriptor.
  int truncate(int fd, off_t new_size);

  // Runs `sync`; if it returns 0, all that was written before it began is durable.
  template <typename Sync>
  int sync(Sync sync) {
    // Two syncs of a file never overlap, so that only one set of bytes is on its way.
    const std::lock_guard one_sync(sync_mutex_);
    const SyncStart start = begin_sync();
    const int answer = sync();
    if (answer == 0) complete_sync(start);
    return answer;
  }
  // What the sync should have made durable never will be.
  void fail_sync();

  off_t size() const;
  // Whether the disk holds all that the program wrote.
  bool is_settled() const;
  // Whether no name is left.
  bool is_gone() const;

  // A sync is under way as the power fails: some of the tail may be on the disk.
  void tear() { is_torn_ = true; }
  // Makes the file what the disk holds. REQUIRES: nobody else uses the model any more.
  void cut(TailMode mode, std::mt19937_64& random);

  int descriptors = 0;  // How many the program has open; guarded by the owner of the model.

 private:
  enum class Replaced {
    Overwritten,  // Some of what was written may have reached the disk without a sync.
    CutOff,
    Lost,
  };
  struct SavedBytes {
    std::uint64_t sequence;
    off_t offset;
    std::string bytes;
    Replaced how;

    off_t end() const { return offset + static_cast<off_t>(bytes.size()); }
    SavedBytes part(off_t from, off_t to, Replaced kind) const;
  };
  struct SyncStart {
    std::uint64_t sequence;
    off_t size;
  };

  void save(off_t offset, off_t bytes, Replaced how);
  void reclaim_lost(off_t from, off_t to);
  SyncStart begin_sync();
  void complete_sync(SyncStart start);
  void take_back(TailMode mode, std::mt19937_64& random);
  void take_back_sectors(const SavedBytes& saved, std::mt19937_64& random);
  void garble(off_t from, off_t to, std::mt19937_64& random);

  const int handle_;
  bool is_torn_ = false;
  std::mutex sync_mutex_;
  mutable std::mutex mutex_;
  off_t synced_size_;
  off_t covered_size_;  // The synced size, or what a sync under way will cover if that is more.
  std::uint64_t sequence_ = 0;
  std::vector<SavedBytes> saved_;  // In the order of the changes; restored from the last on.
};

}  // namespace partita::faults
