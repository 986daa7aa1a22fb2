#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "language/records/item_reader.h"
#include "partita/api/import_table.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"
#include "store/places/place.h"

// What is known of an import. Times are milliseconds since 1970.
namespace partita::table_imports {

enum class ImportState : std::uint8_t { InProgress, Completed, Failed };
// DO NOT CHANGE: stored.
inline constexpr std::array<std::string_view, 3> kImportStateWords = {"IN_PROGRESS", "COMPLETED",
                                                                      "FAILED"};
constexpr api::EnumWords wire_names(ImportState) { return kImportStateWords; }

// How far an import is: all records up to the place are dealt with, and counted.
struct ImportProgress {
  std::string key;  // Of the object that is read; empty: none yet.
  std::int64_t object_bytes = 0;
  std::string tag;
  std::int64_t offset = 0;  // Of its text, as records::Place.
  std::int64_t line = 1;
  bool is_object_over = false;
  bool is_all = false;  // No object is left.

  std::int64_t size_bytes = 0;  // Of the text of all objects, as far as it was read.
  std::int64_t processed = 0;   // Records.
  std::int64_t imported = 0;    // Those that were put into the table.
  std::int64_t errors = 0;
  std::string first_error;

  friend bool operator==(const ImportProgress&, const ImportProgress&) = default;
};

struct ImportRecord {
  std::string id;                   // "01731999999999-1a2b3c4d", as that of a backup.
  api::ImportTableRequest request;  // As it was sent, with a token.
  catalog::Table table;             // As it is to be made.

  ImportState state = ImportState::InProgress;
  std::int64_t end = 0;     // 0: it is not over.
  ImportProgress progress;  // In the row of the record only when it is over.
  std::string failure_code;
  std::string failure_message;

  const std::string& table_name() const { return request.table_creation_parameters.table_name; }
  const std::string& token() const { return *request.client_token; }
  std::int64_t start() const;
  // How its objects are read, from its progress on.
  records::ReadOptions read_options() const;
};

std::string import_id(std::int64_t start, std::uint32_t number);
// 14 digits, a hyphen, 8 hexadecimal digits.
bool is_import_id(std::string_view id);
std::int64_t time_of_import(std::string_view id);
std::string arn_of(const ImportRecord& record);

// Tables that are imported are Creating until this time, which never comes: the import ends it.
inline constexpr double kImportEndsSeconds = 253'402'300'799.0;
bool is_being_imported(const catalog::Table& table);

Bytes encode_record(const ImportRecord& record);
Bytes encode_progress(const ImportProgress& progress);
// ERRORS: Corrupt.
Result<ImportRecord> decode_record(ByteView bytes);
Result<ImportProgress> decode_progress(ByteView bytes);

}  // namespace partita::table_imports
