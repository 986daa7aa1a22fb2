#pragma once

#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/api/describe_continuous_backups.h"
#include "partita/base/error.h"
#include "partita/base/result.h"
#include "store/catalog/catalog.h"

// What the operations on backups and recovery have in common.
namespace partita::operations {

// "Table not found: <t>", as a TableNotFoundException.
Error backup_table_not_found(std::string_view name);
// "2026-11-16T10:00:03.120Z"
std::string time_text(std::int64_t milliseconds);

// The table that a TableName parameter of such an operation names. One that is being made is not
// there yet.
// ERRORS: ValidationException, TableNotFoundException, in DynamoDB's words.
Result<catalog::TablePointer> find_recoverable_table(const ReadContext& context,
                                                     std::string_view name_or_arn);

api::ContinuousBackupsDescription recovery_description(const ReadContext& context,
                                                       const catalog::Table& table);

}  // namespace partita::operations
