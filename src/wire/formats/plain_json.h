#pragma once

#include "partita/base/bytes.h"
#include "partita/base/error.h"
#include "partita/base/result.h"
#include "partita/value/item_writer.h"
#include "partita/value/value_type.h"
#include "wire/protocol/json_reader.h"

// JSON as people write it, {"pk": "a", "year": 1999}, as attributes. A number counts with all of
// its digits.
namespace partita::formats {

// The members of an object, with their names. What the writer itself refuses is told when it
// finishes. ERRORS: InvalidArgument if the text is no object, or a number is none of DynamoDB's.
Status write_plain_members(ItemWriter& writer, ByteView json);

// One value: a list, a map or a set, which is written as an array.
// ERRORS: as above; InvalidArgument if it is a value of another type.
// REQUIRES: `type` is L, M, SS or NS; the writer has the value's name.
Status write_plain_value(ItemWriter& writer, ValueType type, ByteView json);

// What the reader found.
Error json_error(const protocol::JsonReader& reader);

}  // namespace partita::formats
