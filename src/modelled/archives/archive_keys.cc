#include "modelled/archives/archive_keys.h"

#include "store/keys/key_builder.h"

namespace partita::archives {
namespace {

enum class Row : std::uint8_t {  // DO NOT CHANGE: stored.
  Layout = 0,
  Waiting = 1,
  Batch = 2,
  File = 3,
  Flush = 4,
};

constexpr std::size_t kHeadBytes = 1 + sizeof(ArchiveId);
constexpr std::size_t kLongestBytes = kHeadBytes + 1 + keys::KeyHash::kBytes + 8;

keys::KeyBuilder row_of(ArchiveId archive, Row row) {
  keys::KeyBuilder key(keys::kArchiveSpace, kLongestBytes);
  key.integer(archive).integer(row);
  return key;
}

}  // namespace

Bytes layout_key(ArchiveId archive) { return row_of(archive, Row::Layout).take(); }
Bytes batch_key(ArchiveId archive) { return row_of(archive, Row::Batch).take(); }
Bytes flush_key(ArchiveId archive) { return row_of(archive, Row::Flush).take(); }

Bytes waiting_prefix(ArchiveId archive, const keys::KeyHash& folder) {
  return row_of(archive, Row::Waiting).hash(folder).take();
}

Bytes file_key(ArchiveId archive, const keys::KeyHash& folder, std::uint64_t first) {
  return row_of(archive, Row::File).hash(folder).integer(first).take();
}

keys::KeyRange archives_range() { return keys::space_range(keys::kArchiveSpace); }

keys::KeyRange waiting_range(ArchiveId archive) {
  return keys::prefix_range(row_of(archive, Row::Waiting).take());
}

keys::KeyRange waiting_range(ArchiveId archive, const keys::KeyHash& folder, std::uint64_t first,
                             std::uint64_t last) {
  return {.begin = row_of(archive, Row::Waiting).hash(folder).integer(first).take(),
          .end = keys::successor(row_of(archive, Row::Waiting).hash(folder).integer(last).take())};
}

keys::KeyRange files_range(ArchiveId archive) {
  return keys::prefix_range(row_of(archive, Row::File).take());
}

std::optional<ArchiveId> archive_in(ByteView key) {
  if (key.size() < kHeadBytes) return std::nullopt;
  return ByteReader(key.substr(1)).integer<ArchiveId>();
}

std::optional<keys::KeyHash> folder_in(ByteView key) {
  if (key.size() < kHeadBytes + 1 + keys::KeyHash::kBytes) return std::nullopt;
  return keys::KeyReader(key.substr(kHeadBytes + 1)).hash();
}

}  // namespace partita::archives
