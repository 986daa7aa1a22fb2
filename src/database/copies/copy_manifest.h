#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/hashed_file.h"
#include "partita/base/result.h"

namespace partita::copies {

// A file of a copied store.
struct CopiedFile {
  std::string path;  // Within the data directory, with slashes.
  FileSum sum;
  // When the original was last changed, in nanoseconds since 1970: with path and size it tells that
  // a file of the next copy is the same one.
  std::int64_t changed_ns = 0;

  friend bool operator==(const CopiedFile&, const CopiedFile&) = default;
};

// What a copy is made of. A copy whose manifest is there is whole: it is written last.
struct CopyManifest {
  std::string name;  // When it was made, in an order that is that of the names. Not stored.
  std::vector<CopiedFile> files;

  std::uint64_t bytes() const;
};

// copy_manifest.cc has the grammar.
Bytes encode(const CopyManifest& manifest);
// ERRORS: Corrupt, also if a path leads out of the directory.
Result<CopyManifest> decode_manifest(std::string name, ByteView text);

}  // namespace partita::copies
