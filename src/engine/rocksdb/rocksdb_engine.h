#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/checkpoints.h"
#include "engine/engine.h"
#include "engine/figures.h"
#include "engine/key_rotation.h"
#include "engine/key_wrap.h"
#include "engine/rocksdb/master_key.h"
#include "engine/scrub.h"
#include "partita/base/result.h"

namespace partita::engine {

enum class Durability {
  // A commit returns when its bytes are on the disk. Nothing acknowledged is ever lost.
  Synced,
  // A commit returns before; a power cut may lose what the last interval acknowledged.
  Relaxed,
};

struct RocksdbOptions {
  std::filesystem::path directory;
  // Where the write-ahead log lives, if not with the rest.
  std::optional<std::filesystem::path> log_directory;
  Durability durability = Durability::Synced;
  std::chrono::milliseconds relaxed_interval{200};
  // Memory for blocks of the store and values read lately, half for each; by default a quarter of
  // what this process may use, but 32 MB to 8 GB.
  std::optional<std::uint64_t> cache_bytes;
  // How much goes into memory before it becomes a file.
  std::uint64_t write_buffer_bytes = std::uint64_t{64} << 20;
  // Writes are refused when less than this is free (SpaceGuard has the default).
  std::optional<std::uint64_t> low_water_bytes;
  // Set: the store is encrypted under this master key.
  std::optional<MasterKeySource> master_key;
  // Opens although acknowledged writes are missing, and goes on from what is there.
  bool accepts_lost_writes = false;
  // Gets a line for the person who runs the server while the store is opened, and when a store that
  // was opened for reading only takes writes.   THREADS: called on any.
  std::function<void(std::string_view)> report = {};
};

// The default engine: an ordered store in local files.
class RocksdbEngine : public Engine,
                      public Checkpoints,
                      public Figures,
                      public KeyRotation,
                      public KeyWrap,
                      public Scrub {
 public:
  Abilities abilities() override {
    return {.checkpoints = this,
            .figures = this,
            .key_rotation = this,
            .key_wrap = is_encrypted() ? this : nullptr,
            .scrub = this};
  }
  virtual bool is_encrypted() const = 0;
};

// Opens the store of a directory, or makes one.
// On a disk that is almost full writes are refused until there is space again; if there is not even
// enough to open the store for writing, it can only be read until there is. write_availability()
// says so.
// Nobody but the owner can read its files afterwards.
// ERRORS: Unavailable if another process has the directory open; InvalidArgument if it is not a
// directory of ours, or the key is missing or wrong; Corrupt if the store is damaged, with how many
// acknowledged writes are missing and which file shows damage. Nothing was changed then.
Result<std::unique_ptr<RocksdbEngine>> open_rocksdb_engine(const RocksdbOptions& options,
                                                           KeyKinds kinds = &no_merged_keys);

}  // namespace partita::engine
