#pragma once

#include <string>
#include <string_view>

#include "wire/protocol/json_library.h"
#include "wire/protocol/shapes.h"

// What AWS's messages show of its own implementation: names and values as Java has them.
namespace partita::protocol {

// "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.Condition>"
std::string java_type(const FieldType& type);

// "TableName" is tableName in Java.
std::string java_field(std::string_view wire_name);

// "[KeySchemaElement(attributeName=a, keyType=HASH)]". A long text is cut off and ends with "...":
// a message must not be as long as the request.
std::string java_text(const FieldType& type, const simdjson::dom::element& value);

// The value as JSON without blanks, cut off like java_text.
std::string json_text(const simdjson::dom::element& value);

}  // namespace partita::protocol
