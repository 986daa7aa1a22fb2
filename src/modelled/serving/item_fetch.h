#pragma once

#include <optional>
#include <vector>

#include "dynamodb/operations/context.h"
#include "model/definition/table.h"
#include "modelled/serving/read_pattern.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// The items that rows of an index stand for, each at the place of its row; nullopt if it is gone,
// which none is if the context has a moment. `cost` grows.
// ERRORS: those of BatchGetItem.
Task<Result<std::vector<std::optional<EncodedItem>>>> fetch_items(
    const operations::ReadContext& context, const model::Table& table, const EncodedItemList& rows,
    ReadCost& cost);

}  // namespace partita::serving
