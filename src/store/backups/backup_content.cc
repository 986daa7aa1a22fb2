#include "store/backups/backup_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "partita/base/big_endian.h"
#include "partita/base/sealed_bytes.h"
#include "partita/base/varint.h"

// The files of a backup lie in TABLE/ID/. Integers are big-endian; length is a varint.
//
// manifest := "partita backup" version:u8 key content sum      the file `manifest`
// version  := 1                                                DO NOT CHANGE
// key      := length:u32 byte[length]     wrapped by the store; empty: nothing is sealed
// sum      := the SHA-256 of all before it
// content  := record moment:i64 blocks:u32 list_sum:32         sealed with the number 2^64-1
// record   := length:u32 byte[length]     as in backup_record.cc
//
// list     := (sum:32 items:u32)*         the file `blocks`; sealed with the number 2^64-2
// block    := (length image)*             the files `0000000000` ...; sealed with their number
// image    := an item as in value/item_format.h
//
// sealed   := AES-256-GCM with the backup's key and the number as nonce, followed by its tag

namespace partita::backups {
namespace {

constexpr std::string_view kManifestMagic = "partita backup";
constexpr char kManifestVersion = 1;
constexpr std::uint64_t kManifestNumber = UINT64_MAX;
constexpr std::uint64_t kListNumber = UINT64_MAX - 1;
constexpr std::size_t kManifestBytesMax = std::size_t{16} << 20;
constexpr std::size_t kListBytesMax = std::size_t{1} << 30;
// A block ends with the item that makes it full.
constexpr std::size_t kBlockBytesMax = std::size_t{64} << 20;
constexpr std::size_t kEntryBytes = kSha256Bytes + sizeof(std::uint32_t);

std::string manifest_name(const BackupId& id) { return directory_of(id) + "/manifest"; }
std::string list_name(const BackupId& id) { return directory_of(id) + "/blocks"; }
std::string block_name(const BackupId& id, std::uint32_t number) {
  return fmt::format("{}/{:010}", directory_of(id), number);
}

Error is_damaged(std::string_view name, std::string_view how) {
  return Error::corrupt(fmt::format("{} of a backup is damaged: {}", name, how));
}

Bytes nonce_of(std::uint64_t number) {
  Bytes nonce(kSealNonceBytes - sizeof(number), '\0');
  append_integer(nonce, number);
  return nonce;
}

Sha256Sum take_sum(ByteReader& reader) {
  Sha256Sum sum;
  const ByteView bytes = reader.bytes(kSha256Bytes);
  std::copy(bytes.begin(), bytes.end(), sum.begin());
  return sum;
}

Result<Manifest> decode_content(ByteView content) {
  constexpr std::size_t kNumbers = sizeof(std::int64_t) + sizeof(std::uint32_t) + kSha256Bytes;
  ByteReader reader(content);
  const auto too_short = [] { return Error::corrupt("its content is cut short"); };
  if (!reader.has(sizeof(std::uint32_t))) return too_short();
  const auto size = reader.integer<std::uint32_t>();
  if (!reader.has(size + kNumbers)) return too_short();
  Manifest manifest;
  manifest.record = TRY(decode_record(reader.bytes(size)));
  manifest.moment = reader.integer<std::int64_t>();
  manifest.blocks = reader.integer<std::uint32_t>();
  manifest.list_sum = take_sum(reader);
  return manifest;
}

// The bytes in front of the sum.
Result<ByteView> check_sum(ByteView file) {
  if (file.size() < kManifestMagic.size() + 1 + sizeof(std::uint32_t) + kSha256Bytes ||
      !file.starts_with(kManifestMagic)) {
    return Error::corrupt("it does not begin as a manifest, or is cut short");
  }
  const ByteView summed = file.substr(0, file.size() - kSha256Bytes);
  if (file.substr(summed.size()) != view_of(sha256(summed))) {
    return Error::corrupt("its checksum does not fit");
  }
  if (summed[kManifestMagic.size()] != kManifestVersion) {
    return Error::corrupt("its format is not known to this program");
  }
  return summed;
}

Result<OpenedManifest> decode_manifest(engine::KeyWrap* keys, ByteView file) {
  const ByteView summed = TRY(check_sum(file));
  ByteReader reader(summed.substr(kManifestMagic.size() + 1));
  const auto key_bytes = reader.integer<std::uint32_t>();
  if (!reader.has(key_bytes)) return Error::corrupt("its key is cut short");
  OpenedManifest opened;
  opened.seal = TRY(BackupSeal::open(keys, reader.bytes(key_bytes)));
  const Bytes content = TRY(opened.seal.open(kManifestNumber, Bytes(reader.rest())));
  opened.manifest = TRY(decode_content(content));
  return opened;
}

}  // namespace

Result<BackupSeal> BackupSeal::create(engine::KeyWrap& keys, Random& random) {
  BackupSeal seal;
  seal.key_ = SecretKey::generate(random);
  seal.wrapped_ = TRY(keys.wrap_key(*seal.key_));
  return seal;
}

Result<BackupSeal> BackupSeal::open(engine::KeyWrap* keys, ByteView wrapped) {
  BackupSeal seal;
  if (wrapped.empty()) return seal;
  if (keys == nullptr) {
    return Error::invalid_argument(
        "the backup is encrypted, and this server has no master key (--encryption-key-file)");
  }
  seal.key_ = TRY(keys->unwrap_key(wrapped));
  seal.wrapped_ = wrapped;
  return seal;
}

Result<Bytes> BackupSeal::close(std::uint64_t number, Bytes content) const {
  if (!key_) return content;
  return partita::seal({.key = *key_, .nonce = nonce_of(number), .associated = wrapped_}, content);
}

Result<Bytes> BackupSeal::open(std::uint64_t number, Bytes content) const {
  if (!key_) return content;
  auto plain = unseal({.key = *key_, .nonce = nonce_of(number), .associated = wrapped_}, content);
  if (!plain) return Error::corrupt("its seal does not hold");
  return std::move(*plain);
}

void BlockBuilder::add(ByteView image) {
  append_varint(content_, image.size());
  content_.append(image);
  ++items_;
}

Result<BlockEntry> BlockBuilder::write(BackupFiles& files, const BackupSeal& seal,
                                       const BackupId& id, std::uint32_t number) const {
  const Bytes content = TRY(seal.close(number, content_));
  TRY(files.write(block_name(id, number), content));
  return BlockEntry{.sum = sha256(content), .items = items_};
}

Status write_manifest(BackupFiles& files, const BackupSeal& seal, Manifest manifest,
                      const std::vector<BlockEntry>& blocks) {
  Bytes list;
  for (const BlockEntry& block : blocks) {
    list.append(view_of(block.sum));
    append_integer(list, block.items);
  }
  list = TRY(seal.close(kListNumber, std::move(list)));
  TRY(files.write(list_name(manifest.record.id), list));
  Bytes content;
  append_with_length(content, encode_record(manifest.record));
  append_integer(content, manifest.moment);
  append_integer(content, static_cast<std::uint32_t>(blocks.size()));
  content.append(view_of(sha256(list)));
  Bytes file(kManifestMagic);
  file.push_back(kManifestVersion);
  append_with_length(file, seal.wrapped());
  file.append(TRY(seal.close(kManifestNumber, std::move(content))));
  const Sha256Sum sum = sha256(file);
  file.append(view_of(sum));
  return files.write(manifest_name(manifest.record.id), file);
}

Result<OpenedManifest> read_manifest(const BackupFiles& files, engine::KeyWrap* keys,
                                     const BackupId& id) {
  const std::string name = manifest_name(id);
  const Bytes file = TRY(files.read(name, kManifestBytesMax));
  auto opened = decode_manifest(keys, file);
  if (!opened.ok()) return std::move(opened).error().within(name);
  if (opened->manifest.record.id != id) return is_damaged(name, "it is that of another one");
  return opened;
}

Result<std::vector<BlockEntry>> read_block_list(const BackupFiles& files,
                                                const OpenedManifest& opened) {
  const Manifest& manifest = opened.manifest;
  const std::string name = list_name(manifest.record.id);
  Bytes file = TRY(files.read(name, kListBytesMax));
  if (sha256(file) != manifest.list_sum) return is_damaged(name, "its checksum does not fit");
  const Bytes list = TRY(opened.seal.open(kListNumber, std::move(file)));
  if (list.size() != manifest.blocks * kEntryBytes) return is_damaged(name, "its size is wrong");
  std::vector<BlockEntry> blocks(manifest.blocks);
  ByteReader reader(list);
  for (BlockEntry& block : blocks) {
    block.sum = take_sum(reader);
    block.items = reader.integer<std::uint32_t>();
  }
  return blocks;
}

Result<BlockItems> read_block(const BackupFiles& files, const OpenedManifest& opened,
                              const BlockEntry& entry, std::uint32_t number) {
  const std::string name = block_name(opened.manifest.record.id, number);
  auto file = files.read(name, kBlockBytesMax);
  if (!file.ok() && file.error().kind() == ErrorKind::NotFound) {
    return is_damaged(name, "it is not there");
  }
  if (!file.ok()) return std::move(file).error();
  if (sha256(*file) != entry.sum) return is_damaged(name, "its checksum does not fit");
  Bytes content = TRY(opened.seal.open(number, std::move(*file)));
  BlockItems items{.content = std::make_shared<const Bytes>(std::move(content)), .images = {}};
  ByteView rest = *items.content;
  while (!rest.empty()) {
    const auto size = take_varint(rest);
    if (!size || *size > rest.size()) return is_damaged(name, "an item is cut short");
    items.images.push_back(rest.substr(0, *size));
    rest.remove_prefix(*size);
  }
  if (items.images.size() != entry.items) return is_damaged(name, "items are missing");
  return items;
}

Result<std::vector<BackupId>> list_manifests(const BackupFiles& files, std::string_view table) {
  std::vector<std::string> tables;
  if (table.empty()) {
    tables = TRY(files.list(""));
  } else {
    tables.push_back(fmt::format("{}/", table));
  }
  std::vector<BackupId> ids;
  for (std::string& name : tables) {
    if (!name.ends_with('/')) continue;
    name.pop_back();
    for (std::string& id : TRY(files.list(name))) {
      if (!id.ends_with('/')) continue;
      id.pop_back();
      if (!is_backup_id(id)) continue;
      const BackupId found{.id = id, .table = name};
      const auto inner = TRY(files.list(directory_of(found)));
      if (std::find(inner.begin(), inner.end(), "manifest") != inner.end()) ids.push_back(found);
    }
  }
  return ids;
}

Status remove_files(BackupFiles& files, const BackupId& id) {
  TRY(files.remove(manifest_name(id)));
  const std::string directory = directory_of(id);
  for (const std::string& name : TRY(files.list(directory))) {
    TRY(files.remove(fmt::format("{}/{}", directory, name)));
  }
  TRY(files.remove_directory(directory));
  return files.remove_directory(id.table);
}

}  // namespace partita::backups
