#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/key_wrap.h"
#include "partita/base/bytes.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/secret_key.h"
#include "partita/base/sha256.h"
#include "store/backups/backup_files.h"
#include "store/backups/backup_record.h"

// The files of one backup: blocks of items, a list of the blocks, and a manifest, which is written
// last. A backup is there if its manifest is.
namespace partita::backups {

struct BlockEntry {
  Sha256Sum sum;  // Of the file.
  std::uint32_t items = 0;
};

struct Manifest {
  BackupRecord record;
  std::int64_t moment = 0;  // When what is in it was so.
  std::uint32_t blocks = 0;
  Sha256Sum list_sum{};  // Of the list of blocks.
};

// What the files of a backup are sealed with, if the store is encrypted: a key of its own for each
// attempt to make it.
class BackupSeal {
 public:
  BackupSeal() = default;  // Nothing is sealed.
  // ERRORS: those of KeyWrap.
  static Result<BackupSeal> create(engine::KeyWrap& keys, Random& random);
  // `keys` may be null.   ERRORS: InvalidArgument if a key is needed that is not there.
  static Result<BackupSeal> open(engine::KeyWrap* keys, ByteView wrapped);

  const Bytes& wrapped() const { return wrapped_; }
  // REQUIRES of both: no two contents have one number.
  Result<Bytes> close(std::uint64_t number, Bytes content) const;
  // ERRORS: Corrupt.
  Result<Bytes> open(std::uint64_t number, Bytes content) const;

 private:
  std::optional<SecretKey> key_;
  Bytes wrapped_;
};

// Items one after another, as they are stored.
class BlockBuilder {
 public:
  void add(ByteView image);
  std::size_t bytes() const { return content_.size(); }
  std::uint32_t items() const { return items_; }
  // Writes the block with that number, from 0 on.
  Result<BlockEntry> write(BackupFiles& files, const BackupSeal& seal, const BackupId& id,
                           std::uint32_t number) const;

 private:
  Bytes content_;
  std::uint32_t items_ = 0;
};

// Writes the list of blocks and then the manifest: from then on the backup is there.
Status write_manifest(BackupFiles& files, const BackupSeal& seal, Manifest manifest,
                      const std::vector<BlockEntry>& blocks);

struct OpenedManifest {
  Manifest manifest;
  BackupSeal seal;
};
// ERRORS: NotFound if the backup is not there; Corrupt; InvalidArgument if it is sealed and the key
// is not there; those of the files.
Result<OpenedManifest> read_manifest(const BackupFiles& files, engine::KeyWrap* keys,
                                     const BackupId& id);
Result<std::vector<BlockEntry>> read_block_list(const BackupFiles& files,
                                                const OpenedManifest& opened);
// The images of the block's items, checked against its sum.
struct BlockItems {
  std::shared_ptr<const Bytes> content;
  std::vector<ByteView> images;  // Views of the content.
};
Result<BlockItems> read_block(const BackupFiles& files, const OpenedManifest& opened,
                              const BlockEntry& entry, std::uint32_t number);

// All that are there, of a table's name (empty: of all), in no order.
Result<std::vector<BackupId>> list_manifests(const BackupFiles& files, std::string_view table);

// Removes all files of a backup, the manifest first.
Status remove_files(BackupFiles& files, const BackupId& id);

}  // namespace partita::backups
