#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

// Files of any size and their SHA-256.
namespace partita {

struct FileSum {
  std::string sha256;  // In hexadecimal digits.
  std::uint64_t bytes = 0;

  friend bool operator==(const FileSum&, const FileSum&) = default;
};

FileSum sum_bytes(ByteView bytes);
// ERRORS: NotFound; those of reading.
Result<FileSum> sum_file(const std::filesystem::path& path);
// Copies a file and syncs the copy, which only its owner can read; says what was read.
// ERRORS: NotFound; AlreadyExists if there is something at `to`; those of reading and writing.
Result<FileSum> copy_summed(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace partita
