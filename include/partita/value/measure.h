#pragma once

#include <cstddef>

#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/value.h"

namespace partita {

inline constexpr std::size_t kItemBytesMax = 409'600;
// The item is the first level: a value may be wrapped in 31 lists and maps.
inline constexpr int kNestingMax = 32;

// The size as DynamoDB counts it: the bytes of names and values, and an overhead for lists and
// maps. It is not the length of an encoding.
std::size_t size_bytes(const Value& value);
std::size_t size_bytes(const Item& item);
std::size_t size_bytes(const ValueView& value);
std::size_t size_bytes(const ItemView& item);

// How many levels of lists and maps there are, itself included: 0 for "a", 1 for an item of
// scalars.
int nesting(const Value& value);
int nesting(const Item& item);
int nesting(const ValueView& value);

// ERRORS: InvalidArgument with DynamoDB's message if the limit is exceeded.
Status check_item_size(std::size_t item_size_bytes);
Status check_nesting(int levels);

// Checks whether an item that a program built may be stored: nesting, size, valid UTF-8.
// ERRORS: InvalidArgument, with DynamoDB's message where there is one.
Status check_item(const Item& item);

}  // namespace partita
