#pragma once

#include <filesystem>

#include "partita/base/file.h"
#include "partita/base/result.h"

namespace partita::engine {

// A directory that belongs to one process at a time:
//   lock       held by the process that has the directory open; its content is the process id
//   format     which program and version of the layout wrote it
//   watermark  how far writes were acknowledged (watermark.h)
//   manifest   how much of RocksDB's list of files is synced (manifest_files.h)
//   ballast    space kept back for a full disk (space_guard.h)
//   keyring    the data keys, sealed, if the store is encrypted (keyring.h)
//   store/     the files of RocksDB
//   handover/  a copy for a backup that is being made (checkpoints.h)
class DataDirectory {
 public:
  // Makes what is missing and takes the lock.
  // ERRORS: Unavailable if another process has it open (the message names the process), Corrupt
  // or InvalidArgument if it is not a directory of ours, or one of a newer version; nothing in it
  // has been touched then.
  static Result<DataDirectory> open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path watermark() const { return path_ / "watermark"; }
  std::filesystem::path manifest_mark() const { return path_ / "manifest"; }
  std::filesystem::path ballast() const { return path_ / "ballast"; }
  std::filesystem::path handover() const { return path_ / "handover"; }
  std::filesystem::path store() const { return path_ / "store"; }
  // Whether a store has ever been made here.
  bool has_store() const { return std::filesystem::exists(store() / "CURRENT"); }

 private:
  DataDirectory(std::filesystem::path path, FileDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  FileDescriptor lock_;
};

}  // namespace partita::engine
