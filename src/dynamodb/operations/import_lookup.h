#pragma once

#include <string>
#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/api/import_description.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/table_imports/import_record.h"

// What the operations on imports have in common.
namespace partita::operations {

// The import that an ImportArn parameter names.
// ERRORS: ValidationException, ImportNotFoundException, in DynamoDB's words; those of the engine.
Task<Result<table_imports::ImportRecord>> find_import(const Context& context, std::string_view arn);

api::ImportStatus status_of(const table_imports::ImportRecord& record);
// As it was sent, with the account that it belongs to.
api::S3BucketSource source_of(const table_imports::ImportRecord& record);
// AWS has its errors there.
std::string import_log_group();
api::ImportTableDescription description_of(const table_imports::ImportRecord& record);

}  // namespace partita::operations
