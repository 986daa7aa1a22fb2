#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/index_definition.h"
#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

// Creating: the index is being filled from the items of its table and cannot be read yet.
enum class IndexStatus { Creating, Updating, Deleting, Active };
inline constexpr std::array<std::string_view, 4> kIndexStatusWords = {"CREATING", "UPDATING",
                                                                      "DELETING", "ACTIVE"};
constexpr EnumWords wire_names(IndexStatus) { return kIndexStatusWords; }

// The throughput that was set, and when it was changed. Enforced only on throttled tables.
struct ProvisionedThroughputDescription {
  std::optional<Timestamp> last_increase_date_time;
  std::optional<Timestamp> last_decrease_date_time;
  std::optional<std::int64_t> number_of_decreases_today;
  std::optional<std::int64_t> read_capacity_units;
  std::optional<std::int64_t> write_capacity_units;

  static constexpr auto shape() {
    using Self = ProvisionedThroughputDescription;
    return std::tuple(optional("LastIncreaseDateTime", &Self::last_increase_date_time),
                      optional("LastDecreaseDateTime", &Self::last_decrease_date_time),
                      optional("NumberOfDecreasesToday", &Self::number_of_decreases_today),
                      optional("ReadCapacityUnits", &Self::read_capacity_units),
                      optional("WriteCapacityUnits", &Self::write_capacity_units));
  }
};

// As WarmThroughput (throughput.h).
struct GlobalSecondaryIndexWarmThroughputDescription {
  std::optional<std::int64_t> read_units_per_second;
  std::optional<std::int64_t> write_units_per_second;
  std::optional<IndexStatus> status;

  static constexpr auto shape() {
    using Self = GlobalSecondaryIndexWarmThroughputDescription;
    return std::tuple(optional("ReadUnitsPerSecond", &Self::read_units_per_second),
                      optional("WriteUnitsPerSecond", &Self::write_units_per_second),
                      optional("Status", &Self::status));
  }
};

// A local secondary index at the moment of the response.
struct LocalSecondaryIndexDescription {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;
  // The total size and the number of the entries. Both are updated with every write.
  std::optional<std::int64_t> index_size_bytes;
  std::optional<std::int64_t> item_count;
  std::optional<std::string> index_arn;

  static constexpr auto shape() {
    using Self = LocalSecondaryIndexDescription;
    return std::tuple(
        optional("IndexName", &Self::index_name), optional("KeySchema", &Self::key_schema),
        optional("Projection", &Self::projection),
        optional("IndexSizeBytes", &Self::index_size_bytes),
        optional("ItemCount", &Self::item_count), optional("IndexArn", &Self::index_arn));
  }
};

// A global secondary index at the moment of the response. `backfilling` is true while existing
// items are added.
struct GlobalSecondaryIndexDescription {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;
  std::optional<IndexStatus> index_status;
  std::optional<bool> backfilling;
  std::optional<ProvisionedThroughputDescription> provisioned_throughput;
  std::optional<std::int64_t> index_size_bytes;
  std::optional<std::int64_t> item_count;
  std::optional<std::string> index_arn;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<GlobalSecondaryIndexWarmThroughputDescription> warm_throughput;

  static constexpr auto shape() {
    using Self = GlobalSecondaryIndexDescription;
    return std::tuple(
        optional("IndexName", &Self::index_name), optional("KeySchema", &Self::key_schema),
        optional("Projection", &Self::projection), optional("IndexStatus", &Self::index_status),
        optional("Backfilling", &Self::backfilling),
        optional("ProvisionedThroughput", &Self::provisioned_throughput),
        optional("IndexSizeBytes", &Self::index_size_bytes),
        optional("ItemCount", &Self::item_count), optional("IndexArn", &Self::index_arn),
        optional("OnDemandThroughput", &Self::on_demand_throughput),
        optional("WarmThroughput", &Self::warm_throughput));
  }
};

}  // namespace partita::api
