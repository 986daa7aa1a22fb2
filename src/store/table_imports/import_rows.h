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
#include "store/table_imports/import_record.h"

// What a store knows of imports. Functions that read: ERRORS: Corrupt; those of the engine.
namespace partita::table_imports {

// Of one that is in progress, how far it is as well.
void put_import(engine::Transaction& transaction, const ImportRecord& record);
void put_progress(engine::Transaction& transaction, std::string_view id,
                  const ImportProgress& progress);
Bytes progress_key(std::string_view id);

// With its progress. Nullopt if there is none.
Task<Result<std::optional<ImportRecord>>> read_import(const engine::View& view,
                                                      std::string_view id);
// The ids of those that are in progress.
Task<Result<std::vector<std::string>>> read_imports_under_way(const engine::View& view);

struct ImportQuery {
  std::string table = {};   // Empty: of all.
  std::string before = {};  // Only those whose ids come before it; empty: from the newest on.
  std::size_t imports_max = 10;
};
// The newest first, one more than are wanted if there is one.
Task<Result<std::vector<ImportRecord>>> read_imports(const engine::View& view,
                                                     const ImportQuery& query);

// The import that a token was used for, or nullopt.
void put_token(engine::Transaction& transaction, std::string_view token, std::string_view id);
Task<Result<std::optional<std::string>>> read_token(const engine::View& view,
                                                    std::string_view token);
Task<Result<std::optional<std::string>>> read_token(engine::Transaction& transaction,
                                                    std::string_view token);

// Erases imports that are over and began before the time, with their tokens. Returns how many.
Task<Result<std::size_t>> erase_old_imports(engine::Engine& engine, std::int64_t time,
                                            std::size_t imports_max);

}  // namespace partita::table_imports
