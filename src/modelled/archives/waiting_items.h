#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "modelled/archives/archive_rows.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_hash.h"

namespace partita::archives {

// How much one file has at most, and one turn reads.
struct BatchLimits {
  std::size_t items_max = 100'000;
  std::size_t bytes_max = std::size_t{32} << 20;  // Of images.
};

// What waits in an archive, folder by folder. Each row is read once, however often one looks: what
// is known of a folder is kept, and what has come since is added to it.
// THREADS: one thread at a time.
class WaitingItems {
 public:
  WaitingItems(ArchiveId archive, BatchLimits limits) : archive_(archive), limits_(limits) {}

  struct Folder {
    Batch batch;  // Of the first items that wait: as many as one file may have.
    std::size_t bytes = 0;
    std::int64_t oldest = 0;  // When the first of them went.
    bool is_full = false;     // Others wait behind these.
  };

  // Reads a little of what waits and is not known yet. True: all of it is known now.
  // ERRORS: Corrupt; those of the engine.
  Task<Result<bool>> look(const engine::View& view);
  // The first folder whose items make a full file, or wait since `due` or longer.
  std::optional<Batch> next_batch(std::int64_t due) const;
  // When the oldest item of all went; nullopt: none waits.
  std::optional<std::int64_t> oldest() const;
  // The batch has become a file.
  void forget(const Batch& batch) { folders_.erase(keys::hash_bytes(batch.folder)); }
  void forget_all() {
    folders_.clear();
    begin_.clear();
  }

 private:
  Task<Result<std::optional<keys::KeyHash>>> next_folder(const engine::View& view,
                                                         const Bytes& begin) const;
  Task<Result<bool>> count(const engine::View& view, const keys::KeyHash& hash,
                           std::size_t& bytes_left);

  const ArchiveId archive_;
  const BatchLimits limits_;
  std::map<keys::KeyHash, Folder> folders_;
  Bytes begin_;  // Where the next look goes on; empty: at the first folder.
};

}  // namespace partita::archives
