#pragma once

#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"
#include "store/query/read_source.h"

// ExclusiveStartKey: where a Query or a Scan goes on. All errors are InvalidArgument in DynamoDB's
// words.
namespace partita::operations {

// Whether it has as many attributes as a position in the source.
bool has_position_size(const query::ReadSource& source, const ItemView& start_key);

// Whether it has those attributes of a key, with their types; how it is told that it has not the
// types differs between Query and Scan.
Status check_start_key(const std::vector<catalog::KeyAttribute>& attributes,
                       const ItemView& start_key, Error (*of_another_type)());

// Whether a Query of one partition can have anything behind it: a partition of a table without a
// sort key has one item. REQUIRES: it has the attributes of the table's key, with their types.
Status check_has_rest(const query::ReadSource& source, const ItemView& start_key);

// The key of the row that it names, which need not exist.
Result<Bytes> row_of_start_key(const query::ReadSource& source, const ItemView& start_key);

// "The provided starting key is invalid"
Error invalid_start_key();

}  // namespace partita::operations
