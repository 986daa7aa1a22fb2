#pragma once

#include "operations/context.h"
#include "partita/api/table_description.h"

namespace partita::operations {

// The table as DynamoDB describes it in its present state.
api::TableDescription description_of(const Context& context, const catalog::Table& table);

}  // namespace partita::operations
