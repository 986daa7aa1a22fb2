#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "modelled/archives/archive_layout.h"
#include "partita/base/bytes.h"
#include "store/keys/archive_space.h"
#include "store/keys/key_hash.h"
#include "store/keys/key_range.h"

// The rows of archives: keys::kArchiveSpace. Integers are big-endian.
//
// key := 0E archive:u64 row
// row := 00                           what the archive is: ArchiveLayout
//      | 01 folder:hash stamp:u64     an item that waits for its file (a log of each folder)
//      | 02                           the batch that is made into a file
//      | 03 folder:hash first:u64     a file that is durable; `first`: the stamp of its first item
//      | 04                           what waits since before this time goes at once
//
// folder := hash_bytes() of the folder's path
//
// Writers of different items append to a log and meet nowhere.
namespace partita::archives {

Bytes layout_key(ArchiveId archive);
Bytes waiting_prefix(ArchiveId archive, const keys::KeyHash& folder);
Bytes batch_key(ArchiveId archive);
Bytes file_key(ArchiveId archive, const keys::KeyHash& folder, std::uint64_t first);
Bytes flush_key(ArchiveId archive);

keys::KeyRange archives_range();
keys::KeyRange waiting_range(ArchiveId archive);
// The items of one folder with these stamps, both included.
keys::KeyRange waiting_range(ArchiveId archive, const keys::KeyHash& folder, std::uint64_t first,
                             std::uint64_t last);
keys::KeyRange files_range(ArchiveId archive);

// Of any row; nullopt: it is none.
std::optional<ArchiveId> archive_in(ByteView key);
// Of the row of an item that waits.
std::optional<keys::KeyHash> folder_in(ByteView key);

}  // namespace partita::archives
