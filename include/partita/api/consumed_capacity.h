#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/value/encoded_item.h"

namespace partita::api {

// The units of one table or index. TransactGetItems and TransactWriteItems split them into reads
// and writes; all other operations set only `capacity_units`.
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

// What a request cost on one table, counted by DynamoDB's rules: a read unit for each 4 KB (half of
// one if it is not consistent), a write unit for each KB, of the table and of each index that the
// write changes; twice as much in transactions.
struct ConsumedCapacity {
  std::string table_name;
  // All units together, of the table and its indexes.
  std::optional<double> capacity_units;
  std::optional<double> read_capacity_units;
  std::optional<double> write_capacity_units;
  // These three only for ReturnConsumedCapacity::Indexes. Indexes are listed by name.
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

// The size of an item collection: all items of one partition key and their entries in the local
// secondary indexes. It may not exceed 10 GB (ItemCollectionSizeLimitExceeded).
struct ItemCollectionMetrics {
  EncodedItem item_collection_key;  // The partition key: one attribute.
  // Two numbers: the lower and the upper bound.
  std::vector<double> size_estimate_range_gb;

  static constexpr auto shape() {
    return std::tuple(
        required("ItemCollectionKey", &ItemCollectionMetrics::item_collection_key),
        required("SizeEstimateRangeGB", &ItemCollectionMetrics::size_estimate_range_gb));
  }
};

}  // namespace partita::api
