#pragma once

#include <chrono>
#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/api/timestamp.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

// What all operations on tables start with.
namespace partita::operations {

// The table that a TableName parameter of an operation on tables names, whatever its state.
// ERRORS: ValidationException, ResourceNotFoundException, in DynamoDB's words.
Result<catalog::TablePointer> find_any_table(const ReadContext& context,
                                             std::string_view name_or_arn);

// The table that a ResourceArn parameter names.
// ERRORS: ValidationException, ResourceNotFoundException, in DynamoDB's words.
Result<catalog::TablePointer> find_resource(const ReadContext& context, std::string_view arn);

// Changes the table in the catalog.   REQUIRES: name and edit outlive the task.
// ERRORS: those of `edit`; ResourceNotFoundException if the table is gone; those of the engine.
Task<Result<catalog::TablePointer>> change_table(Context& context, std::string_view name,
                                                 catalog::Catalog::Edit edit);

api::Timestamp now(const ReadContext& context);
api::Timestamp after(api::Timestamp start, std::chrono::milliseconds delay);

}  // namespace partita::operations
