#pragma once

#include <string>

#include "partita/value/item_view.h"
#include "wire/protocol/json_sink.h"

namespace partita::protocol {

// Append the JSON of the DynamoDB protocol, straight from the stored form, in the order of that
// form:   {"pk":{"S":"a"},"tags":{"SS":["x","y"]}}
void append_json(std::string& json, const ItemView& item);
// {"N":"1"}
void append_json(std::string& json, const ValueView& value);

// The same, as a part of more.
void put_json(JsonSink& sink, const ItemView& item);
void put_json(JsonSink& sink, const ValueView& value);

}  // namespace partita::protocol
