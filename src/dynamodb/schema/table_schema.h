#pragma once

#include <optional>
#include <vector>

#include "dynamodb/schema/table_keys.h"
#include "partita/api/create_table.h"
#include "partita/api/index_update.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

// From the schema in a request to the schema of a table, checked in DynamoDB's order and words.
namespace partita::schema {

inline constexpr std::size_t kLocalIndexesMax = 5;
inline constexpr std::size_t kGlobalIndexesMax = 20;

// The key of the table and all its indexes, without ids and settings of theirs.
struct TableSchema {
  catalog::KeySchema key;
  std::vector<catalog::Index> indexes;  // Local ones first, each kind in the order of the request.
  AttributeDefinitions attribute_definitions;  // By name.
};

// ERRORS: ValidationException.
Result<TableSchema> schema_of(const api::CreateTableRequest& request);

// What an UpdateTable that creates an index adds to the table.
struct AddedIndex {
  catalog::Index index;
  AttributeDefinitions attribute_definitions;  // Of the whole table, with the new ones.
};

// `given` are the AttributeDefinitions of the request: only those of the new key matter.
// ERRORS: ValidationException.
Result<AddedIndex> index_to_add(const catalog::Table& table,
                                const std::optional<AttributeDefinitions>& given,
                                const api::CreateGlobalSecondaryIndexAction& action);

}  // namespace partita::schema
