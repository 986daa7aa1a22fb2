#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/key_wrap.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/backups/backup_content.h"
#include "store/backups/backup_files.h"
#include "store/catalog/table.h"
#include "store/history/past_items.h"

namespace partita::backups {

// Reads the items of a backup, in the order in which they lie in a table.
// THREADS: one thread at a time.
class BackupReader {
 public:
  // `keys` may be null.   REQUIRES: the files and the keys outlive this.
  BackupReader(const BackupFiles& files, engine::KeyWrap* keys, BackupId id)
      : files_(files), keys_(keys), id_(std::move(id)) {}

  // The items behind the position (empty: from the first one on) with their keys in `table`; the
  // position behind them is the last_key of the stretch. Each block is checked as it is read.
  // ERRORS: Corrupt, naming the file, if anything in it is damaged or missing; NotFound if the
  // backup is gone; those of the files.
  Result<history::PastStretch> read(const catalog::Table& table, ByteView position,
                                    history::PastLimits limits);
  // Nullopt before the first read.
  std::optional<std::uint64_t> items() const;

 private:
  struct Position {
    std::uint32_t block = 0;
    std::uint32_t item = 0;
  };
  static Result<Position> decode_position(ByteView position);
  Status open();
  Status load(std::uint32_t block);

  const BackupFiles& files_;
  engine::KeyWrap* const keys_;
  const BackupId id_;
  std::optional<OpenedManifest> opened_;
  std::vector<BlockEntry> blocks_;
  std::optional<std::uint32_t> loaded_;  // Which block `items_` is of.
  BlockItems items_;
};

}  // namespace partita::backups
