#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "database/copies/copy_manifest.h"
#include "partita/base/file.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"

namespace partita::copies {

// How much has been dealt with, in bytes, and how much there is.
using TellCopied = FunctionRef<void(std::uint64_t done, std::uint64_t total)>;

// What became of a new copy.
struct MadeCopy {
  std::string name;
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t new_bytes = 0;     // That were not there already.
  std::uint64_t linked_bytes = 0;  // Of them: that share their space with the store.
};

// What was found wrong.
struct CopyTrouble {
  std::string copy;
  std::string what;
};

struct VerifiedCopies {
  std::size_t copies = 0;
  std::size_t files = 0;  // Each is read once, however many copies have it.
  std::uint64_t bytes = 0;
  std::vector<CopyTrouble> troubles;
};

// A directory with copies of a store:
//   lock            held while copies are made or removed
//   backups/NAME    the manifest of a copy
//   files/SHA256    their files, each under the sum of its content, for all copies that have it
//
// A manifest is written when all of its files are on the disk, so what a crash leaves is no copy;
// the next one removes it. All of it is closed to other users.
// THREADS: one thread at a time; other programs are kept away while copies are made.
class CopyDirectory {
 public:
  explicit CopyDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  // Copies the files of a store that does not change: by hard links if it is on the same file
  // system, and not at all what is there already.
  // ERRORS: Unavailable if another program is at it; InvalidArgument if the directory is that of
  // something else; those of files.
  Result<MadeCopy> create(const std::filesystem::path& store, std::string name, TellCopied tell);
  // Removes all copies but the newest `count`, and what no copy needs. Says how many went.
  // ERRORS: as create.
  Result<std::size_t> keep(std::size_t count);

  // All that are whole, the oldest first; those that cannot be read are in `troubles`.
  // ERRORS: NotFound if there is no such directory.
  Result<std::vector<CopyManifest>> list(std::vector<CopyTrouble>& troubles) const;

  // Reads all files of all copies.   ERRORS: as list.
  Result<VerifiedCopies> verify(TellCopied tell) const;

  // Makes a data directory of a copy, the newest if `name` is empty; its files are compared with
  // their sums on the way. Says which.
  // ERRORS: NotFound; AlreadyExists if the directory has something in it; Corrupt, naming the file:
  // nothing is there then.
  Result<std::string> restore(std::string_view name, const std::filesystem::path& target,
                              TellCopied tell) const;

 private:
  std::filesystem::path manifests() const { return path_ / "backups"; }
  std::filesystem::path files() const { return path_ / "files"; }
  std::filesystem::path file_of(const FileSum& sum) const { return files() / sum.sha256; }

  Result<FileDescriptor> lock() const;
  Status make_directories() const;
  // Takes a file in; adds to what was made.
  Result<FileSum> take_in(const std::filesystem::path& file, MadeCopy& made) const;
  // Removes files that no copy has.
  Status sweep() const;
  Result<CopyManifest> find(std::string_view name) const;
  // ERRORS: as restore; what was copied so far stays.
  Status copy_out(const CopyManifest& copy, const std::filesystem::path& directory,
                  TellCopied tell) const;

  const std::filesystem::path path_;
};

}  // namespace partita::copies
