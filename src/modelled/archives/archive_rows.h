#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "modelled/archives/archive_layout.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/sha256.h"
#include "partita/value/item_view.h"

// What the rows of archives hold. archive_rows.cc has the grammars.
namespace partita::archives {

// Why an item went.
enum class LeavingReason : std::uint8_t { Expire = 1, Delete = 2 };  // DO NOT CHANGE: stored.

// "expire", "delete".
std::string_view name_of(LeavingReason reason);

// An item that waits for its file. Owns nothing.
struct WaitingItem {
  std::int64_t time = 0;  // When it went, in milliseconds since 1970.
  LeavingReason reason = LeavingReason::Expire;
  std::uint32_t model_version = 0;
  std::string_view folder;
  ItemView image = ItemView::from_valid({});
};
Bytes encode(const WaitingItem& item);
// ERRORS: Corrupt.
Result<WaitingItem> decode_waiting_item(ByteView bytes);

// The items of one folder that are made into a file: all that wait there with these stamps. It is
// fixed before the file is begun, so whoever makes the file makes the same one.
struct Batch {
  std::string folder;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t items = 0;
  bool is_filed = false;  // Its file counts; its items are still to be erased.

  friend bool operator==(const Batch&, const Batch&) = default;
};
Bytes encode(const Batch& batch);
// ERRORS: Corrupt.
Result<Batch> decode_batch(ByteView bytes);

// A file that is durable: an entry of the manifest.
struct ArchiveFile {
  std::string folder;
  std::string name;  // Behind the last slash of its key.
  std::uint64_t items = 0;
  std::uint64_t bytes = 0;
  std::int64_t made = 0;    // When, in milliseconds since 1970.
  std::int64_t oldest = 0;  // When the first and the last of its items went.
  std::int64_t newest = 0;
  Sha256Sum sum{};

  friend bool operator==(const ArchiveFile&, const ArchiveFile&) = default;
};
Bytes encode(const ArchiveFile& file);
// ERRORS: Corrupt.
Result<ArchiveFile> decode_archive_file(ByteView bytes);

// The key of an object in the archive's bucket.
std::string object_key(const ArchiveLayout& layout, std::string_view folder, std::string_view name);
// "part-<archive>-<first>-<rows>": no other file has it, and a file that is made again has it, too.
// Another database that writes to the same folder, such as one that was made anew, may count its
// stamps from the same number: its rows are others.
struct FileOrigin {
  ArchiveId archive{};
  std::uint64_t first = 0;      // The stamp of its first item.
  std::span<const Bytes> rows;  // Of its items, as they are stored.
};
std::string file_name(const FileOrigin& origin, std::string_view extension);

}  // namespace partita::archives
