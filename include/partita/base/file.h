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

// "cannot open data/lock: Permission denied", with the kind that fits the number.
Error file_error(const char* verb, const std::filesystem::path& path, int error_number);

Result<FileDescriptor> open_file(const std::filesystem::path& path, int flags, int mode = 0644);
// The whole file. ERRORS: NotFound if there is none; TooLarge over `bytes_max`.
Result<Bytes> read_small_file(const std::filesystem::path& path, std::size_t bytes_max);
// Replaces the file whole: after a power cut there is the old content or the new one.
Status replace_file(const std::filesystem::path& path, ByteView content, int mode = 0644);
// Writes all bytes at the offset.
Status write_at(const FileDescriptor& file, std::uint64_t offset, ByteView bytes);
Status sync_data(const FileDescriptor& file);
// Makes the names in a directory durable.
Status sync_directory(const std::filesystem::path& directory);

}  // namespace partita
