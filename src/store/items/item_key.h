#pragma once

#include <cstddef>
#include <string>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_value.h"

// From attributes to the bytes under which an item is stored.
namespace partita::items {

inline constexpr std::size_t kPartitionKeyBytesMax = 2048;
inline constexpr std::size_t kSortKeyBytesMax = 1024;

// Whether a value has the type of a key attribute.
bool has_type(const ValueView& value, keys::KeyValueType type);
// What a key value counts for the limits above.
std::size_t key_bytes(const ValueView& value);
// REQUIRES: the value is S, N or B. Views its bytes.
keys::KeyValue key_value(const ValueView& value);

// Marks the error about a key value that no item can have, of whatever table: AWS fails a whole
// transaction for it, where other mistakes only cancel one.
struct ImpossibleKeyValue : ErrorDetail {};
Error impossible_key_value(std::string message);

// ERRORS: ImpossibleKeyValue in DynamoDB's words if a key value is empty or too long.
// REQUIRES: the value has the attribute's type.
Status check_partition_value(const catalog::KeyAttribute& attribute, const ValueView& value);
Status check_sort_value(const catalog::KeyAttribute& attribute, const ValueView& value);

// The key of an item that a client wants to store; the item may have any other attributes.
// ERRORS: InvalidArgument in DynamoDB's words: a key attribute is missing, has another type, is
// empty or too long.
Result<Bytes> key_of_item(const catalog::Table& table, const ItemView& item);

// The key in a Key parameter, which has the key attributes and no others.
// ERRORS: InvalidArgument in DynamoDB's words.
Result<Bytes> key_of_argument(const catalog::Table& table, const ItemView& key);

// The key of an item that is stored already: nothing is checked.
// REQUIRES: the item has the table's key attributes with their types.
Bytes key_of_stored(const catalog::Table& table, const ItemView& item);

}  // namespace partita::items
