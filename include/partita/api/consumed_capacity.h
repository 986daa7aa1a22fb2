#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/value/encoded_item.h"

namespace partita::api {

// Units of one table or index.
struct Capacity {
  std::optional<double> read_capacity_units;
  std::optional<double> write_capacity_units;
  std::optional<double> capacity_units;

  static constexpr auto shape() {
    return std::tuple(optional("ReadCapacityUnits", &Capacity::read_capacity_units),
                      optional("WriteCapacityUnits", &Capacity::write_capacity_units),
                      optional("CapacityUnits", &Capacity::capacity_units));
  }
};

// What a request has cost on one table, as DynamoDB would count it.
struct ConsumedCapacity {
  std::string table_name;
  std::optional<double> capacity_units;
  std::optional<double> read_capacity_units;
  std::optional<double> write_capacity_units;
  std::optional<Capacity> table;
  std::optional<Dictionary<Capacity>> local_secondary_indexes;
  std::optional<Dictionary<Capacity>> global_secondary_indexes;

  static constexpr auto shape() {
    return std::tuple(
        required("TableName", &ConsumedCapacity::table_name),
        optional("CapacityUnits", &ConsumedCapacity::capacity_units),
        optional("ReadCapacityUnits", &ConsumedCapacity::read_capacity_units),
        optional("WriteCapacityUnits", &ConsumedCapacity::write_capacity_units),
        optional("Table", &ConsumedCapacity::table),
        optional("LocalSecondaryIndexes", &ConsumedCapacity::local_secondary_indexes),
        optional("GlobalSecondaryIndexes", &ConsumedCapacity::global_secondary_indexes));
  }
};

// How large an item collection is: all items with one partition key, of tables with local indexes.
struct ItemCollectionMetrics {
  EncodedItem item_collection_key;
  // Two numbers: at least, at most.
  std::vector<double> size_estimate_range_gb;

  static constexpr auto shape() {
    return std::tuple(
        required("ItemCollectionKey", &ItemCollectionMetrics::item_collection_key),
        required("SizeEstimateRangeGB", &ItemCollectionMetrics::size_estimate_range_gb));
  }
};

}  // namespace partita::api
