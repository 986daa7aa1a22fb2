#pragma once

#include <optional>

#include "partita/api/choices.h"
#include "partita/api/consumed_capacity.h"
#include "store/catalog/table.h"
#include "store/items/item_change.h"
#include "store/items/item_collection.h"

// The parts of answers that tell what a request has cost.
namespace partita::operations {

using CapacityChoice = std::optional<api::ReturnConsumedCapacity>;

// Nothing unless the client asks for it.
std::optional<api::ConsumedCapacity> consumed_by_read(const catalog::Table& table,
                                                      const CapacityChoice& choice, double units);
std::optional<api::ConsumedCapacity> consumed_by_write(const catalog::Table& table,
                                                       const CapacityChoice& choice,
                                                       const items::ChangeEffect& effect);
api::ConsumedCapacity consumed_capacity(const catalog::Table& table,
                                        api::ReturnConsumedCapacity choice,
                                        const items::WriteUnits& units);

// The collection that a write has changed, if the client asks for it and there are any. `key` is
// the item or its key.
using MetricsChoice = std::optional<api::ReturnItemCollectionMetrics>;
std::optional<api::ItemCollectionMetrics> item_collection_metrics(
    const catalog::Table& table, const MetricsChoice& choice, const ItemView& key,
    const std::optional<items::CollectionChange>& collection);

}  // namespace partita::operations
