#include "store/table_exports/export_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "partita/base/big_endian.h"
#include "store/catalog/table_name.h"

// record  := version:u8 state:u8 kind:u8 view:u8 format:u8 table_id:u32 number* text*
// kind    := 1 if it is incremental, else 0
// view    := 0 new images, 1 new and old ones
// format  := 0 DynamoDB JSON, 1 Ion
// number* := period end from to items size_bytes      i64 each
// text*   := id table table_uuid bucket bucket_owner prefix token failure_code failure_message
// text    := length:u32 byte[length]

namespace partita::table_exports {
namespace {

constexpr std::uint8_t kRecordVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kTimeDigits = 14;
constexpr std::size_t kNumberDigits = 8;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

constexpr std::array kNumbers = {&ExportRecord::period, &ExportRecord::end,
                                 &ExportRecord::from,   &ExportRecord::to,
                                 &ExportRecord::items,  &ExportRecord::size_bytes};
constexpr std::array kTexts = {
    &ExportRecord::id,     &ExportRecord::table,        &ExportRecord::table_uuid,
    &ExportRecord::bucket, &ExportRecord::bucket_owner, &ExportRecord::prefix,
    &ExportRecord::token,  &ExportRecord::failure_code, &ExportRecord::failure_message,
};

Error damaged_record() { return Error::corrupt("the record of an export is damaged"); }

}  // namespace

std::int64_t ExportRecord::start() const {
  std::int64_t time = 0;
  std::from_chars(id.data(), id.data() + std::min(id.size(), kTimeDigits), time);
  return time;
}

std::string export_id(std::int64_t start, std::uint32_t number) {
  return fmt::format("{:014}-{:08x}", start, number);
}

bool is_export_id(std::string_view id) {
  if (id.size() != kTimeDigits + 1 + kNumberDigits || id[kTimeDigits] != '-') return false;
  const auto time = id.substr(0, kTimeDigits);
  const auto number = id.substr(kTimeDigits + 1);
  return std::all_of(time.begin(), time.end(), is_digit) &&
         std::all_of(number.begin(), number.end(), is_hexadecimal);
}

std::string arn_of(const ExportRecord& record) {
  return fmt::format("{}/export/{}", catalog::table_arn(record.table), record.id);
}

std::string directory_of(const ExportRecord& record) {
  std::string_view prefix = record.prefix;
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  return fmt::format("{}{}AWSDynamoDB/{}/", prefix, prefix.empty() ? "" : "/", record.id);
}

std::string manifest_key_of(const ExportRecord& record) {
  return directory_of(record) + "manifest-summary.json";
}

Bytes encode_record(const ExportRecord& record) {
  Bytes bytes;
  append_integer(bytes, kRecordVersion);
  append_integer(bytes, record.state);
  append_integer(bytes, static_cast<std::uint8_t>(record.is_incremental ? 1 : 0));
  append_integer(bytes, static_cast<std::uint8_t>(record.view));
  append_integer(bytes, static_cast<std::uint8_t>(record.format));
  append_integer(bytes, record.table_id);
  for (const auto number : kNumbers) append_integer(bytes, record.*number);
  for (const auto text : kTexts) append_with_length(bytes, record.*text);
  return bytes;
}

Result<ExportRecord> decode_record(ByteView bytes) {
  constexpr std::size_t kFixedBytes =
      4 + sizeof(keys::TableId) + kNumbers.size() * sizeof(std::int64_t);
  ByteReader reader(bytes);
  if (!reader.has(1) || reader.integer<std::uint8_t>() != kRecordVersion) {
    return Error::corrupt("the record of an export has a format that is not known here");
  }
  if (!reader.has(kFixedBytes)) return damaged_record();
  ExportRecord record;
  record.state = reader.integer<ExportState>();
  record.is_incremental = reader.integer<std::uint8_t>() == 1;
  record.view = static_cast<api::ExportViewType>(reader.integer<std::uint8_t>() == 1);
  record.format = static_cast<api::ExportFormat>(reader.integer<std::uint8_t>() == 1);
  record.table_id = reader.integer<keys::TableId>();
  for (const auto number : kNumbers) record.*number = reader.integer<std::int64_t>();
  for (const auto text : kTexts) {
    if (!reader.has(sizeof(std::uint32_t))) return damaged_record();
    const auto size = reader.integer<std::uint32_t>();
    if (!reader.has(size)) return damaged_record();
    record.*text = reader.bytes(size);
  }
  const bool is_known =
      record.state >= ExportState::InProgress && record.state <= ExportState::Failed;
  if (!is_known || !is_export_id(record.id)) return damaged_record();
  return record;
}

}  // namespace partita::table_exports
