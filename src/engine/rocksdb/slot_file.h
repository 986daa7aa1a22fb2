#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "partita/base/file.h"
#include "partita/base/result.h"

namespace partita::engine {

// Two numbers; what they mean is the user's.
struct SlotRecord {
  std::uint32_t small = 0;
  std::uint64_t large = 0;
};

// What is in a slot file.
struct SlotContent {
  std::optional<SlotRecord> newest;  // Nothing if nothing was ever stored.
  // The newest record is surely the one that was stored last: the slot of the one before it is
  // whole, too. Otherwise a power cut has torn a slot, or a bit of it has changed since.
  bool is_settled = true;
};

// A file that holds one record and replaces it durably, any number of times: after a power cut it
// holds the record that was stored last, or the one before it if that store had not returned.
// THREADS: one thread at a time.
class SlotFile {
 public:
  // What the file must begin with, so that it is not taken for another one: four characters.
  using Magic = std::string_view;

  // Opens the file, or makes it.
  static Result<SlotFile> open(const std::filesystem::path& path, Magic magic);

  // ERRORS: Corrupt if the file has content and no slot of it is whole.
  static Result<SlotContent> read(const std::filesystem::path& path, Magic magic);

  // Durable when it returns.
  Status store(SlotRecord record);

 private:
  SlotFile(FileDescriptor file, Magic magic, std::uint64_t version)
      : file_(std::move(file)), magic_(magic), version_(version) {}

  FileDescriptor file_;
  Magic magic_;
  std::uint64_t version_;
};

}  // namespace partita::engine
