#pragma once

#include <string>
#include <string_view>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/restore_overrides.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

// What both ways to restore a table have in common.
namespace partita::operations {

struct RestoreWish {
  std::string name;
  RestoreOverrides overrides;
  catalog::RestoreSettings from;
};

// A table that is to be filled by a job. What is dropped is not taken over: stream, TTL, recovery,
// tags, table class, protection.
// ERRORS: as apply_overrides.
Result<catalog::Table> restored_table(const Context& context, const catalog::Table& source,
                                      const RestoreWish& wish);

// ERRORS: TableInUse, TableAlreadyExists; LimitExceeded if too many are being restored.
Status check_restored_name(const Context& context, std::string_view name);

// ERRORS: TableAlreadyExists; those of the engine.
Task<Result<catalog::TablePointer>> create_restored(Context& context, catalog::Table table);

}  // namespace partita::operations
