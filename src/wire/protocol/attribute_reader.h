#pragma once

#include "partita/api/input.h"
#include "wire/protocol/json_reader.h"

namespace partita::protocol {

// Read attribute values straight into their stored form. What is wrong with a value as such (an
// empty set, a number out of range, two types) becomes the input's problem, in DynamoDB's words;
// only wrong JSON fails.
bool read_item(JsonReader& reader, JsonValue json, api::ItemInput& item);
bool read_attribute_value(JsonReader& reader, JsonValue json, api::ValueInput& value,
                          JsonReader::Place place);

}  // namespace partita::protocol
