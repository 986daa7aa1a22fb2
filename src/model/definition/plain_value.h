#pragma once

#include "model/definition/attribute.h"
#include "model/definition/node.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

// Values of model files as DynamoDB's values.

namespace partita::model {

// Texts are S, numbers N, lists L, maps M. Numbers beyond DynamoDB's range become texts: readers
// that care check before.
Value plain_value(const Node& node);

// The same, but as the type says: lists become sets, texts in base64 become binary.
// ERRORS: InvalidArgument with what is wrong.
Result<Value> plain_value(const Node& node, const AttributeType& type);

// An item whose attributes have these types; others are taken as they are.
Result<Item> plain_item(const Node& node, const std::vector<Attribute>& attributes);

// An item in DynamoDB's JSON: {S: ..}, {N: ".."}.
// ERRORS: InvalidArgument with what is wrong.
Result<Item> typed_item(const Node& node);

}  // namespace partita::model
