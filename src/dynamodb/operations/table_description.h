#pragma once

#include <vector>

#include "dynamodb/operations/context.h"
#include "partita/api/key_schema.h"
#include "partita/api/table_description.h"

namespace partita::operations {

// The table as DynamoDB describes it in its present state.
api::TableDescription description_of(const ReadContext& context, const catalog::Table& table);

// Partition attributes first.
std::vector<api::KeySchemaElement> key_schema_of(const catalog::KeySchema& key);
api::Projection projection_of(const catalog::Index& index);

}  // namespace partita::operations
