#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

// Small files that must be right after a power cut. Bulk data goes through an engine.
namespace partita {

// An open file descriptor, closed at the end of its life.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor();

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int number_;
};

// The error "cannot open data/lock: Permission denied", whose kind follows from `error_number` (an
// errno): NotFound, AlreadyExists, InvalidArgument for missing permissions, else Unavailable.
Error file_error(const char* verb, const std::filesystem::path& path, int error_number);

// As open(2). The descriptor is closed when a child process is started.   ERRORS: as file_error.
Result<FileDescriptor> open_file(const std::filesystem::path& path, int flags, int mode = 0644);
// Reads the whole file.   ERRORS: as file_error; TooLarge if it has more than `bytes_max`.
Result<Bytes> read_small_file(const std::filesystem::path& path, std::size_t bytes_max);
// Replaces the file whole: after a power cut there is the old content or the new one.
Status replace_file(const std::filesystem::path& path, ByteView content, int mode = 0644);
// Writes all bytes at the offset; they are durable after sync_data only.
Status write_at(const FileDescriptor& file, std::uint64_t offset, ByteView bytes);
Status sync_data(const FileDescriptor& file);
// Makes the names in a directory durable: needed after a file in it was created or renamed.
Status sync_directory(const std::filesystem::path& directory);

}  // namespace partita
