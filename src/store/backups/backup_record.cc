#include "store/backups/backup_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "partita/base/big_endian.h"
#include "store/catalog/table_codec.h"
#include "store/catalog/table_name.h"

// record     := version:u8 id name table descriptor flags:u8 expiry:i64 size:i64 items:i64
// id         := text    as in BackupId; so are name and table
// text       := length:u32 byte[length]
// descriptor := text    as in catalog/table_codec.cc
// flags      := 1 if a rule has asked for it, else 0
// expiry     := 0 if there is none

namespace partita::backups {
namespace {

constexpr std::uint8_t kRecordVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kTimeDigits = 14;
constexpr std::size_t kNumberDigits = 8;
constexpr std::string_view kSystemNumber = "00000000";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

Result<ByteView> take_text(ByteReader& reader) {
  if (reader.has(sizeof(std::uint32_t))) {
    const auto size = reader.integer<std::uint32_t>();
    if (reader.has(size)) return reader.bytes(size);
  }
  return Error::corrupt("the record of a backup is cut short");
}

}  // namespace

BackupId backup_id(std::string_view table, std::int64_t created, std::uint32_t number) {
  return {.id = fmt::format("{:014}-{:08x}", created, number), .table = std::string(table)};
}

bool is_backup_id(std::string_view id) {
  if (id.size() != kTimeDigits + 1 + kNumberDigits || id[kTimeDigits] != '-') return false;
  const auto time = id.substr(0, kTimeDigits);
  const auto number = id.substr(kTimeDigits + 1);
  return std::all_of(time.begin(), time.end(), is_digit) &&
         std::all_of(number.begin(), number.end(), is_hexadecimal);
}

std::int64_t time_of(std::string_view id) {
  std::int64_t time = 0;
  std::from_chars(id.data(), id.data() + std::min(id.size(), kTimeDigits), time);
  return time;
}

bool is_system_id(std::string_view id) { return id.ends_with(kSystemNumber); }

std::string directory_of(const BackupId& id) { return fmt::format("{}/{}", id.table, id.id); }

std::string arn_of(const BackupId& id) {
  return fmt::format("{}/backup/{}", catalog::table_arn(id.table), id.id);
}

Bytes encode_record(const BackupRecord& record) {
  Bytes bytes;
  append_integer(bytes, kRecordVersion);
  append_with_length(bytes, record.id.id);
  append_with_length(bytes, record.name);
  append_with_length(bytes, record.id.table);
  append_with_length(bytes, catalog::encode_table(record.table));
  append_integer(bytes, static_cast<std::uint8_t>(record.is_scheduled ? 1 : 0));
  append_integer(bytes, record.expiry.value_or(0));
  append_integer(bytes, record.size_bytes);
  append_integer(bytes, record.items);
  return bytes;
}

Result<BackupRecord> decode_record(ByteView bytes) {
  constexpr std::size_t kNumbers = 1 + 3 * sizeof(std::int64_t);
  ByteReader reader(bytes);
  if (!reader.has(1) || reader.integer<std::uint8_t>() != kRecordVersion) {
    return Error::corrupt("the record of a backup has a format that is not known here");
  }
  BackupRecord record;
  record.id.id = TRY(take_text(reader));
  record.name = TRY(take_text(reader));
  record.id.table = TRY(take_text(reader));
  const ByteView descriptor = TRY(take_text(reader));
  if (!reader.has(kNumbers) || !is_backup_id(record.id.id)) {
    return Error::corrupt("the record of a backup is damaged");
  }
  record.table = TRY(catalog::decode_table(record.id.table, descriptor));
  record.is_scheduled = reader.integer<std::uint8_t>() == 1;
  const auto expiry = reader.integer<std::int64_t>();
  if (expiry != 0) record.expiry = expiry;
  record.size_bytes = reader.integer<std::int64_t>();
  record.items = reader.integer<std::int64_t>();
  return record;
}

}  // namespace partita::backups
