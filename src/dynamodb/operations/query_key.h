#pragma once

#include <span>
#include <string_view>

#include "language/expression/condition.h"
#include "language/expression/key_condition.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/query/read_source.h"

// What a Query asks of the key of what it reads. All errors are InvalidArgument in DynamoDB's
// words.
namespace partita::operations {

// The clauses as a condition on the key. ERRORS: too many clauses, missing ones, operators that the
// key does not allow, values of other types, empty ones or ones that are too long for a key.
// `is_indexable` says whether all clauses are of operators that keys can be looked up by.
Result<expression::KeyCondition> match_query_key(const query::ReadSource& source,
                                                 std::span<const expression::KeyClause> clauses,
                                                 bool is_indexable);

// Whether the Query can go on from there: only from a place that it could have come to.
// REQUIRES: the start key has all attributes of the source's key.
Status check_restart(const query::ReadSource& source, const expression::KeyCondition& condition,
                     const ItemView& start_key);

// Whether a filter asks nothing of the key. `parameter` is "Filter Expression" or "QueryFilter".
Status check_filter_spares_key(const query::ReadSource& source, const expression::Condition& filter,
                               std::string_view parameter);

// Whether a filter asks only of attributes that the source has. A Scan may ask of others, too, and
// finds them absent.
Status check_filter_is_projected(const query::ReadSource& source,
                                 const expression::Condition& filter);

}  // namespace partita::operations
