#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "partita/api/export_description.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/keys/key_space.h"

// What is known of an export. Times are milliseconds since 1970.
namespace partita::table_exports {

enum class ExportState : std::uint8_t {  // DO NOT CHANGE: stored.
  InProgress = 1,
  Completed = 2,
  Failed = 3,
};

struct ExportRecord {
  std::string id;     // "01731999999999-1a2b3c4d": the time, and what tells equal times apart.
  std::string table;  // The name, and what tells tables of one name apart.
  std::string table_uuid;
  keys::TableId table_id{};
  std::int64_t period = 0;  // Of the table's RecoverySettings.

  ExportState state = ExportState::InProgress;
  std::int64_t end = 0;  // 0: it is not over.

  bool is_incremental = false;
  std::int64_t from = 0;  // Changes after it; only of an incremental export.
  std::int64_t to = 0;    // Changes up to it, or the moment of a full export.
  api::ExportViewType view = api::ExportViewType::NewAndOldImages;
  api::ExportFormat format = api::ExportFormat::DynamodbJson;

  std::string bucket;
  std::string bucket_owner;  // Empty: not said. So are the next two.
  std::string prefix;
  std::string token;

  std::int64_t items = 0;  // When it is completed.
  std::int64_t size_bytes = 0;
  std::string failure_code;
  std::string failure_message;

  std::int64_t start() const;
  // The first moment whose history it needs.
  std::int64_t needed_from() const { return is_incremental ? from : to; }
};

// Eight hexadecimal digits behind the time.
std::string export_id(std::int64_t start, std::uint32_t number);
// Whether it can be the id of an export: 14 digits, a hyphen, 8 hexadecimal digits.
bool is_export_id(std::string_view id);

std::string arn_of(const ExportRecord& record);
// Where its files are in the bucket: "prefix/AWSDynamoDB/01731999999999-1a2b3c4d/".
std::string directory_of(const ExportRecord& record);
std::string manifest_key_of(const ExportRecord& record);

Bytes encode_record(const ExportRecord& record);
// ERRORS: Corrupt.
Result<ExportRecord> decode_record(ByteView bytes);

}  // namespace partita::table_exports
