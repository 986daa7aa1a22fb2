#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/table_exports/export_record.h"

// What a store knows of exports.
namespace partita::table_exports {

// A file of an export that is in its bucket.
struct ExportFile {
  std::uint32_t number = 0;  // From 0 on.
  std::int64_t time = 0;     // When it got there.
  std::int64_t items = 0;
  std::int64_t size_bytes = 0;  // Of the items, as DynamoDB counts them.
  bool is_last = false;
  Bytes last_key;    // All items up to this key are in it or in those before.
  std::string name;  // "data/00000-1a2b3c4d.json.gz"
  std::string md5;   // In Base64.
  std::string tag;
};

// Begins to be, or to be another one. One that is in progress is also listed as work.
void put_export(engine::Transaction& transaction, const ExportRecord& record);
void erase_export(engine::Transaction& transaction, std::string_view id);
// ERRORS of all that read: Corrupt; those of the engine.
Task<Result<std::optional<ExportRecord>>> read_export(const engine::View& view,
                                                      std::string_view id);
// The same in a transaction, which then conflicts with whoever changes it.
Task<Result<std::optional<ExportRecord>>> read_export(engine::Transaction& transaction,
                                                      std::string_view id);
// The ids of all that are in progress, the oldest first.
Task<Result<std::vector<std::string>>> read_exports_under_way(const engine::View& view);

struct ExportQuery {
  std::string table_uuid = {};  // Empty: of any table.
  std::string before = {};      // Only ids below it; empty: from the newest one on.
  std::size_t exports_max = 25;
};
// The newest first; one more than `exports_max` at most.
Task<Result<std::vector<ExportRecord>>> read_exports(const engine::View& view,
                                                     const ExportQuery& query);
// The ids of those that have begun before `time` and are over; not more than `exports_max`.
Task<Result<std::vector<std::string>>> read_old_exports(const engine::View& view, std::int64_t time,
                                                        std::size_t exports_max);

void put_file(engine::Transaction& transaction, std::string_view id, const ExportFile& file);
Task<Result<std::vector<ExportFile>>> read_files(const engine::View& view, std::string_view id);
Task<Result<bool>> has_file(engine::Transaction& transaction, std::string_view id,
                            std::uint32_t number);
// Outside of any transaction: they are of no use any more.
Task<Status> erase_files(engine::Engine& engine, std::string_view id);

// A request that was made with a token.
struct TokenUse {
  std::string id;  // Of the export.
  Bytes fingerprint;

  std::int64_t began() const;
};
void put_token(engine::Transaction& transaction, std::string_view token, const TokenUse& use);
Task<Result<std::optional<TokenUse>>> read_token(const engine::View& view, std::string_view token);
// The same in a transaction, which then conflicts with whoever uses the token.
Task<Result<std::optional<TokenUse>>> read_token(engine::Transaction& transaction,
                                                 std::string_view token);
// Forgets the tokens of exports that have begun before `time`; says how many. Not more than
// `tokens_max`.
Task<Result<std::size_t>> erase_old_tokens(engine::Engine& engine, std::int64_t time,
                                           std::size_t tokens_max);

}  // namespace partita::table_exports
