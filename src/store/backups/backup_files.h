#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/places/place.h"

namespace partita::backups {

// Where the files of backups are. A name has parts between slashes: "orders/01731999999999-1a2b/x".
// Files are written whole and never changed.
// THREADS: safe for concurrent calls. Calls may wait for a disk.
// ERRORS of all calls: Unavailable if the place does not answer or has no room.
class BackupFiles {
 public:
  virtual ~BackupFiles() = default;

  // Durable when it returns; takes the place of a former one in one moment.
  virtual Status write(std::string_view name, ByteView content) = 0;
  // ERRORS: NotFound; TooLarge over `bytes_max`.
  virtual Result<Bytes> read(std::string_view name, std::size_t bytes_max) const = 0;
  // What is in that directory, in order; empty: what is in none. Directories end with a slash.
  // What is not there is empty.
  virtual Result<std::vector<std::string>> list(std::string_view directory) const = 0;
  // What is not there is no error. Durable when it returns.
  virtual Status remove(std::string_view name) = 0;
  // Removes a directory without files in it.
  virtual Status remove_directory(std::string_view name) = 0;
  // Whether another machine has them, which may not answer for long.
  virtual bool is_far() const { return false; }
  // "the directory /var/backups": for people.
  virtual std::string description() const = 0;
};

// In a directory, which is made with the first backup. Only its owner can read what is in it.
std::unique_ptr<BackupFiles> directory_files(std::filesystem::path directory);
// In a bucket; with a prefix only under keys that begin with it and a slash.
struct BackupBucket {
  std::string bucket;
  std::string prefix = {};
};
// REQUIRES: the place outlives this.
std::unique_ptr<BackupFiles> bucket_files(places::ObjectPlace& place, BackupBucket bucket);
// Gone when the program ends.
std::unique_ptr<BackupFiles> memory_files();

}  // namespace partita::backups
