#include "modelled/archives/archive_rows.h"

#include <fmt/format.h>

#include <optional>

#include "partita/base/big_endian.h"

// waiting := 1:u8 time:u64(ms) reason:u8 model_version:u32 text[folder] item
// batch   := 1:u8 is_filed:u8 first:u64 last:u64 items:u64 text[folder]
// file    := 1:u8 items:u64 bytes:u64 made:u64 oldest:u64 newest:u64 sha256:byte[32]
//            text[folder] text[name]
// text    := bytes:u16 byte*
namespace partita::archives {
namespace {

constexpr std::uint8_t kRowVersion = 1;  // DO NOT CHANGE: stored.

void append_short_text(Bytes& bytes, std::string_view text) {
  append_integer(bytes, static_cast<std::uint16_t>(text.size()));
  bytes.append(text);
}

Error damaged() { return Error::corrupt("a row of an archive is damaged"); }

// The fixed part of a row, if it is as long as that.
std::optional<ByteReader> fixed_part(ByteView bytes, std::size_t fixed_bytes) {
  ByteReader reader(bytes);
  if (!reader.has(fixed_bytes) || reader.integer<std::uint8_t>() != kRowVersion) {
    return std::nullopt;
  }
  return reader;
}

std::optional<std::string_view> take_text(ByteReader& reader) {
  if (!reader.has(sizeof(std::uint16_t))) return std::nullopt;
  const auto bytes = reader.integer<std::uint16_t>();
  if (!reader.has(bytes)) return std::nullopt;
  return reader.bytes(bytes);
}

}  // namespace

std::string_view name_of(LeavingReason reason) {
  return reason == LeavingReason::Expire ? "expire" : "delete";
}

Bytes encode(const WaitingItem& item) {
  Bytes bytes;
  bytes.reserve(16 + item.folder.size() + item.image.bytes().size());
  append_integer(bytes, kRowVersion);
  append_integer(bytes, static_cast<std::uint64_t>(item.time));
  append_integer(bytes, item.reason);
  append_integer(bytes, item.model_version);
  append_short_text(bytes, item.folder);
  bytes.append(item.image.bytes());
  return bytes;
}

Result<WaitingItem> decode_waiting_item(ByteView bytes) {
  auto reader = fixed_part(bytes, 14);
  if (!reader) return damaged();
  WaitingItem item;
  item.time = reader->integer<std::int64_t>();
  const auto reason = reader->integer<std::uint8_t>();
  if (reason != 1 && reason != 2) return damaged();
  item.reason = static_cast<LeavingReason>(reason);
  item.model_version = reader->integer<std::uint32_t>();
  const auto folder = take_text(*reader);
  if (!folder) return damaged();
  item.folder = *folder;
  item.image = TRY(ItemView::parse(reader->rest()));
  return item;
}

Bytes encode(const Batch& batch) {
  Bytes bytes;
  append_integer(bytes, kRowVersion);
  append_integer(bytes, static_cast<std::uint8_t>(batch.is_filed));
  append_integer(bytes, batch.first);
  append_integer(bytes, batch.last);
  append_integer(bytes, batch.items);
  append_short_text(bytes, batch.folder);
  return bytes;
}

Result<Batch> decode_batch(ByteView bytes) {
  auto reader = fixed_part(bytes, 26);
  if (!reader) return damaged();
  Batch batch;
  batch.is_filed = reader->integer<std::uint8_t>() != 0;
  batch.first = reader->integer<std::uint64_t>();
  batch.last = reader->integer<std::uint64_t>();
  batch.items = reader->integer<std::uint64_t>();
  const auto folder = take_text(*reader);
  if (!folder || !reader->rest().empty()) return damaged();
  batch.folder = *folder;
  return batch;
}

Bytes encode(const ArchiveFile& file) {
  Bytes bytes;
  append_integer(bytes, kRowVersion);
  append_integer(bytes, file.items);
  append_integer(bytes, file.bytes);
  append_integer(bytes, static_cast<std::uint64_t>(file.made));
  append_integer(bytes, static_cast<std::uint64_t>(file.oldest));
  append_integer(bytes, static_cast<std::uint64_t>(file.newest));
  bytes.append(view_of(file.sum));
  append_short_text(bytes, file.folder);
  append_short_text(bytes, file.name);
  return bytes;
}

Result<ArchiveFile> decode_archive_file(ByteView bytes) {
  auto reader = fixed_part(bytes, 41 + kSha256Bytes);
  if (!reader) return damaged();
  ArchiveFile file;
  file.items = reader->integer<std::uint64_t>();
  file.bytes = reader->integer<std::uint64_t>();
  file.made = reader->integer<std::int64_t>();
  file.oldest = reader->integer<std::int64_t>();
  file.newest = reader->integer<std::int64_t>();
  reader->bytes(kSha256Bytes).copy(file.sum.data(), kSha256Bytes);
  const auto folder = take_text(*reader);
  const auto name = folder ? take_text(*reader) : std::nullopt;
  if (!name || !reader->rest().empty()) return damaged();
  file.folder = *folder;
  file.name = *name;
  return file;
}

std::string object_key(const ArchiveLayout& layout, std::string_view folder,
                       std::string_view name) {
  std::string key = layout.prefix;
  for (const std::string_view step : {folder, name}) {
    if (!key.empty() && !step.empty()) key.push_back('/');
    key += step;
  }
  return key;
}

std::string file_name(const FileOrigin& origin, std::string_view extension) {
  Bytes sums;
  for (const Bytes& row : origin.rows) sums.append(view_of(sha256(row)));
  const auto sum_of_rows = sha256(sums);
  const auto rows = ByteReader(view_of(sum_of_rows)).integer<std::uint64_t>();
  return fmt::format("part-{:016x}-{:016x}-{:016x}{}", static_cast<std::uint64_t>(origin.archive),
                     origin.first, rows, extension);
}

}  // namespace partita::archives
