#include "store/table_imports/import_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <type_traits>
#include <utility>

#include "partita/base/big_endian.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "store/catalog/structure_codec.h"
#include "store/catalog/table_codec.h"
#include "store/catalog/table_name.h"

// record     := version:u8 descriptor facts
// descriptor := length:u32 byte[length]      as in catalog/table_codec.cc
// facts      := an encoded item with the members of StoredImport, as in catalog/structure_codec.h
// progress   := version:u8 item              an encoded item with the members of ImportProgress

namespace partita::table_imports {

using api::optional;
using api::required;

namespace {

constexpr std::uint8_t kRecordVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kTimeDigits = 14;
constexpr std::size_t kNumberDigits = 8;

}  // namespace

// DO NOT CHANGE a name: stored.
constexpr auto members_of(std::type_identity<ImportProgress>) {
  using Self = ImportProgress;
  return std::tuple(required("Key", &Self::key), required("ObjectBytes", &Self::object_bytes),
                    required("Tag", &Self::tag), required("Offset", &Self::offset),
                    required("Line", &Self::line), required("ObjectOver", &Self::is_object_over),
                    required("All", &Self::is_all), required("SizeBytes", &Self::size_bytes),
                    required("Processed", &Self::processed), required("Imported", &Self::imported),
                    required("Errors", &Self::errors), required("FirstError", &Self::first_error));
}

// What is stored beside the table.
struct StoredImport {
  std::string id;
  api::ImportTableRequest request;
  ImportState state = ImportState::InProgress;
  std::int64_t end = 0;
  ImportProgress progress;
  std::string failure_code;
  std::string failure_message;
};

// DO NOT CHANGE a name: stored.
constexpr auto members_of(std::type_identity<StoredImport>) {
  using Self = StoredImport;
  return std::tuple(required("Id", &Self::id), required("Request", &Self::request),
                    required("State", &Self::state), required("End", &Self::end),
                    required("Progress", &Self::progress),
                    required("FailureCode", &Self::failure_code),
                    required("FailureMessage", &Self::failure_message));
}

namespace {

template <typename T>
Bytes encode_facts(const T& facts) {
  return encode(catalog::to_map(facts));
}

template <typename T>
Status decode_facts(ByteView bytes, T& facts) {
  const auto item = TRY(ItemView::parse(bytes));
  return catalog::read_map(item.to_item(), facts);
}

bool is_id_digit(char c) { return c >= '0' && c <= '9'; }
bool is_id_letter(char c) { return is_id_digit(c) || (c >= 'a' && c <= 'f'); }

records::Format format_of(api::InputFormat format) {
  switch (format) {
    case api::InputFormat::Csv:
      return records::Format::Csv;
    case api::InputFormat::Ion:
      return records::Format::Ion;
    default:
      return records::Format::DynamoDbJson;
  }
}

records::Compression compression_of(const std::optional<api::InputCompressionType>& compression) {
  if (compression == api::InputCompressionType::Gzip) return records::Compression::Gzip;
  if (compression == api::InputCompressionType::Zstd) return records::Compression::Zstd;
  return records::Compression::None;
}

ValueType type_of(api::ScalarAttributeType type) {
  switch (type) {
    case api::ScalarAttributeType::N:
      return ValueType::N;
    case api::ScalarAttributeType::B:
      return ValueType::B;
    default:
      return ValueType::S;
  }
}

records::CsvOptions csv_of(const ImportRecord& record) {
  records::CsvOptions options;
  for (const auto& definition : record.table.settings.attribute_definitions) {
    options.typed.push_back({definition.attribute_name, type_of(definition.attribute_type)});
  }
  const auto& given = record.request.input_format_options;
  if (!given || !given->csv) return options;
  if (given->csv->delimiter) options.delimiter = given->csv->delimiter->front();
  options.header = given->csv->header_list.value_or(std::vector<std::string>());
  return options;
}

}  // namespace

std::string import_id(std::int64_t start, std::uint32_t number) {
  return fmt::format("{:014}-{:08x}", start, number);
}

bool is_import_id(std::string_view id) {
  if (id.size() != kTimeDigits + 1 + kNumberDigits || id[kTimeDigits] != '-') return false;
  const auto time = id.substr(0, kTimeDigits);
  const auto number = id.substr(kTimeDigits + 1);
  return std::all_of(time.begin(), time.end(), is_id_digit) &&
         std::all_of(number.begin(), number.end(), is_id_letter);
}

std::int64_t time_of_import(std::string_view id) {
  std::int64_t time = 0;
  std::from_chars(id.data(), id.data() + std::min(id.size(), kTimeDigits), time);
  return time;
}

std::int64_t ImportRecord::start() const { return time_of_import(id); }

std::string arn_of(const ImportRecord& record) {
  return fmt::format("{}/import/{}", catalog::table_arn(record.table_name()), record.id);
}

bool is_being_imported(const catalog::Table& table) {
  const auto& ends = table.settings.state_ends;
  return table.state == catalog::TableState::Creating && ends &&
         ends->seconds == kImportEndsSeconds;
}

records::ReadOptions ImportRecord::read_options() const {
  records::ReadOptions options;
  options.format = format_of(request.input_format);
  options.compression = compression_of(request.input_compression_type);
  if (options.format == records::Format::Csv) options.csv = csv_of(*this);
  return options;
}

Bytes encode_record(const ImportRecord& record) {
  Bytes bytes;
  append_integer(bytes, kRecordVersion);
  append_with_length(bytes, catalog::encode_table(record.table));
  bytes += encode_facts(StoredImport{.id = record.id,
                                     .request = record.request,
                                     .state = record.state,
                                     .end = record.end,
                                     .progress = record.progress,
                                     .failure_code = record.failure_code,
                                     .failure_message = record.failure_message});
  return bytes;
}

Result<ImportRecord> decode_record(ByteView bytes) {
  ByteReader reader(bytes);
  constexpr std::size_t kHeadBytes = 1 + sizeof(std::uint32_t);
  if (!reader.has(kHeadBytes) || reader.integer<std::uint8_t>() != kRecordVersion) {
    return Error::corrupt("the record of an import has a format that is not known here");
  }
  const auto size = reader.integer<std::uint32_t>();
  if (!reader.has(size)) return Error::corrupt("the record of an import is cut short");
  const ByteView descriptor = reader.bytes(size);
  StoredImport stored;
  TRY(decode_facts(bytes.substr(kHeadBytes + size), stored));
  if (!is_import_id(stored.id) || !stored.request.client_token) {
    return Error::corrupt("the record of an import is damaged");
  }
  ImportRecord record;
  record.id = std::move(stored.id);
  record.request = std::move(stored.request);
  record.table = TRY(catalog::decode_table(record.table_name(), descriptor));
  record.state = stored.state;
  record.end = stored.end;
  record.progress = std::move(stored.progress);
  record.failure_code = std::move(stored.failure_code);
  record.failure_message = std::move(stored.failure_message);
  return record;
}

Bytes encode_progress(const ImportProgress& progress) {
  Bytes bytes;
  append_integer(bytes, kRecordVersion);
  return bytes + encode_facts(progress);
}

Result<ImportProgress> decode_progress(ByteView bytes) {
  if (bytes.empty() || static_cast<std::uint8_t>(bytes.front()) != kRecordVersion) {
    return Error::corrupt("the progress of an import has a format that is not known here");
  }
  ImportProgress progress;
  TRY(decode_facts(bytes.substr(1), progress));
  return progress;
}

}  // namespace partita::table_imports
