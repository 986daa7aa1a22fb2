#pragma once

#include <span>

#include "language/expression/document_paths.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::operations {

// Whether no path leads into a key attribute of the table or of one of its indexes.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_key_paths(const catalog::Table& table,
                       std::span<const expression::DocumentPath> paths);

}  // namespace partita::operations
