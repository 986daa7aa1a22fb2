#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "partita/base/bytes.h"
#include "partita/base/file.h"
#include "partita/base/result.h"

namespace partita::cli {

// What is in a file, from its beginning and as often as somebody looks. A pipe tells it once, so
// what was looked at is kept until it is used.
class SourceBytes {
 public:
  // "-" is standard input.   ERRORS: as file_error.
  static Result<SourceBytes> open(const std::filesystem::path& path);

  // The next ones; none at the end.   ERRORS: as file_error.
  Result<Bytes> next();
  // From the beginning again.
  Status rewind();
  // As rewind, for the last time.
  Status rewind_to_use();

 private:
  SourceBytes(std::string name, FileDescriptor file, bool is_pipe)
      : name_(std::move(name)), file_(std::move(file)), is_pipe_(is_pipe) {}

  Result<Bytes> read_file();

  std::string name_;  // For people.
  FileDescriptor file_;
  bool is_pipe_;
  bool keeps_ = true;  // Of a pipe: what comes in is wanted again.
  Bytes kept_;
  std::size_t used_ = 0;  // Of it.
};

}  // namespace partita::cli
