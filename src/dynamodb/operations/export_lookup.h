#pragma once

#include <string>
#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/api/export_description.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/table_exports/export_record.h"

// What the operations on exports have in common.
namespace partita::operations {

// The name of the table in a TableArn parameter. Views the argument.
// ERRORS: ValidationException in DynamoDB's words.
Result<std::string_view> exported_table_of(std::string_view table_arn);

// The export that an ExportArn parameter names.
// ERRORS: ValidationException, ExportNotFoundException, in DynamoDB's words; those of the engine.
Task<Result<table_exports::ExportRecord>> find_export(const Context& context, std::string_view arn);

api::ExportStatus status_of(const table_exports::ExportRecord& record);
api::ExportDescription description_of(const table_exports::ExportRecord& record);

}  // namespace partita::operations
