#pragma once

#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::operations {

// Whether a batch names no item twice. DynamoDB looks at the keys as they came before it looks for
// their tables; what only the table's schema shows to be one item is found once that is known.
// ERRORS: InvalidArgument in DynamoDB's words if two keys are equal.
Status check_duplicates(std::vector<ByteView> keys);

}  // namespace partita::operations
