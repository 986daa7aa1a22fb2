#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "partita/api/key_schema.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

// KeySchemas and AttributeDefinitions of requests.
namespace partita::schema {

using AttributeDefinitions = std::vector<api::AttributeDefinition>;
using KeySchemaElements = std::vector<api::KeySchemaElement>;

inline constexpr std::size_t kKeyAttributesMax = 4;  // Of each kind, in a global index.

std::vector<std::string> names_of(const AttributeDefinitions& definitions);
bool is_defined(const AttributeDefinitions& definitions, std::string_view name);
bool is_named(const KeySchemaElements& elements, std::string_view name);

// ERRORS: ValidationException in DynamoDB's words, all of them.

// No attribute is defined twice.
Status check_no_duplicates(const AttributeDefinitions& definitions);

// Every attribute of the key is defined; none of them is in it twice.
Status check_defined(const KeySchemaElements& elements, const AttributeDefinitions& definitions);
Status check_distinct(const KeySchemaElements& elements);

// The key of a table or a local index: one HASH, at most one RANGE.
Result<catalog::KeySchema> simple_key(const KeySchemaElements& elements,
                                      const AttributeDefinitions& definitions);

// The key of a global index: one to four HASH, then none to four RANGE.
Result<catalog::KeySchema> multi_attribute_key(const KeySchemaElements& elements,
                                               const AttributeDefinitions& definitions);

// No attribute of the key has another type in `given` than in the table.
Status check_not_redefined(const catalog::Table& table, const AttributeDefinitions& given,
                           const KeySchemaElements& key);

}  // namespace partita::schema
