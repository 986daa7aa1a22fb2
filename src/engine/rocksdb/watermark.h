#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "engine/rocksdb/slot_file.h"
#include "partita/base/result.h"

namespace partita::engine {

// How far writes were acknowledged: the number of the last write that a client may have been told
// of. RocksDB opens a damaged log without a word and drops what comes after the damage; after an
// open its own last number must have reached the watermark, or acknowledged writes are gone.
//
// It trails the truth by up to a second, because it is written on the side, not with each commit.
struct Watermark {
  std::uint64_t sequence = 0;
  // The store was closed in order: its log is empty, so it can be opened without a look first.
  bool is_clean = false;
};

// The file that keeps it.   THREADS: one thread at a time.
class WatermarkFile {
 public:
  // Opens the file, or makes it.
  static Result<WatermarkFile> open(const std::filesystem::path& path);

  // What was stored last, or nothing if the file is new.
  // ERRORS: Corrupt if the file is there and no slot of it is whole.
  static Result<std::optional<Watermark>> read(const std::filesystem::path& path);

  // Durable when it returns.
  Status store(const Watermark& watermark);

 private:
  explicit WatermarkFile(SlotFile file) : file_(std::move(file)) {}

  SlotFile file_;
};

}  // namespace partita::engine
