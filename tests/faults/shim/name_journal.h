#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inode.h"

namespace partita::faults {

// The names that came or moved since their directory was last synced, so that a power cut can take
// them back. Names that were removed stay removed: POSIX lets each unsynced change of a directory
// reach the disk or not, in any order, and a program that counts on an old file until it has synced
// the new one is best tested by the removal that comes first.
// THREADS: one thread at a time.
class NameJournal {
 public:
  // Files that a rename replaced are kept as hard links in `side_directory`, which is made when
  // it is first needed and must be on the same file system.
  explicit NameJournal(std::string side_directory) : side_directory_(std::move(side_directory)) {}

  void file_created(const std::string& path);
  void directory_created(const std::string& path);

  // Around a rename: keeps what `to` names now, if anything, until the rename is durable.
  // Returns where, or an empty path.
  std::string keep_replaced(const std::string& to);
  void renamed(const std::string& from, const std::string& to, const std::string& replaced);
  void rename_failed(const std::string& replaced);

  // A sync of a directory covers the changes that were there when it began.
  std::uint64_t begin_sync() { return sequence_++; }
  void complete_sync(const Inode& directory, std::uint64_t began);

  // Takes back every change that no sync covered, the newest first.
  void undo();

 private:
  enum class Kind { FileCreated, DirectoryCreated, Renamed };
  struct Change {
    std::uint64_t sequence = 0;
    Inode directory = {};  // A rename is durable when the directory of its new name is.
    Kind kind;
    std::string path;
    std::string old_path = {};
    std::string replaced = {};
  };

  void add(Change change);
  void undo(const Change& change);
  std::string side_path();

  const std::string side_directory_;
  std::uint64_t sequence_ = 0;
  std::uint64_t kept_ = 0;
  std::vector<Change> changes_;
};

}  // namespace partita::faults
