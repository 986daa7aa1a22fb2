#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/key_schema.h"
#include "partita/api/shape.h"
#include "partita/api/throughput.h"

namespace partita::api {

// All: every attribute. KeysOnly: the key attributes of the table and the index. Include: those and
// the ones that are listed.
enum class ProjectionType { All, Include, KeysOnly };
inline constexpr std::array<std::string_view, 3> kProjectionTypeWords = {"ALL", "INCLUDE",
                                                                         "KEYS_ONLY"};
constexpr EnumWords wire_names(ProjectionType) { return kProjectionTypeWords; }

// Which attributes of an item its entry in an index has. Key attributes are always in it.
struct Projection {
  std::optional<ProjectionType> projection_type;
  // For Include only: at least one name, and at most 100 in all indexes of a table together.
  std::optional<std::vector<std::string>> non_key_attributes;

  static constexpr auto shape() {
    using Self = Projection;
    return std::tuple(optional("ProjectionType", &Self::projection_type),
                      optional("NonKeyAttributes", &Self::non_key_attributes, Bounds{.min = 1},
                               kKeyAttributeName));
  }
};

// An index with the table's partition key and a sort key of its own. It can only be created
// together with its table. An item that lacks the sort attribute has no entry in it.
struct LocalSecondaryIndex {
  std::string index_name;
  std::vector<KeySchemaElement> key_schema;
  Projection projection;

  static constexpr auto shape() {
    using Self = LocalSecondaryIndex;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName),
                      required("KeySchema", &Self::key_schema, kTableKeySchema),
                      required("Projection", &Self::projection));
  }
};

// An index with keys of its own: one to four attributes as the partition key and up to four as the
// sort key. An item that lacks one of them has no entry in it. In Partita an index changes in the
// same commit as its table, so a read of it is never behind.
struct GlobalSecondaryIndex {
  std::string index_name;
  std::vector<KeySchemaElement> key_schema;
  Projection projection;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;

  static constexpr auto shape() {
    using Self = GlobalSecondaryIndex;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName),
                      required("KeySchema", &Self::key_schema, Bounds{.min = 1}),
                      required("Projection", &Self::projection),
                      optional("ProvisionedThroughput", &Self::provisioned_throughput),
                      optional("OnDemandThroughput", &Self::on_demand_throughput),
                      optional("WarmThroughput", &Self::warm_throughput));
  }
};

}  // namespace partita::api
