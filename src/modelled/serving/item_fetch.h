#pragma once

#include <optional>
#include <vector>

#include "model/table.h"
#include "operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "patterns/read_pattern.h"

namespace partita::patterns {

// The items that rows of an index stand for, each at the place of its row; nullopt if it is gone,
// which none is if the context has a moment. `cost` grows.
// ERRORS: those of BatchGetItem.
Task<Result<std::vector<std::optional<EncodedItem>>>> fetch_items(operations::Context& context,
                                                                  const model::Table& table,
                                                                  const EncodedItemList& rows,
                                                                  ReadCost& cost);

}  // namespace partita::patterns
