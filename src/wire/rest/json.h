#pragma once

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/value.h"
#include "wire/protocol/json_sink.h"

// JSON as people write it, for values of items: numbers are numbers (all 38 digits of them), lists
// and sets are arrays, binaries are base64 texts, NULL is null.
namespace partita::rest {

// Reads one object. Texts become S, numbers N, arrays L, objects M: what a model wants instead of
// them (a set, a binary) is up to the caller, who knows the model.
// ERRORS: InvalidArgument with what is wrong: no JSON, no object, a name twice, a number that no
// item can hold, more levels of objects and arrays than wanted.
Result<Item> parse_plain_json(ByteView json, int levels_max);

void put_plain_json(protocol::JsonSink& sink, const ValueView& value);
void put_plain_number(protocol::JsonSink& sink, const Number& number);

}  // namespace partita::rest
