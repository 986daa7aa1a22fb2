#pragma once

#include <string>
#include <tuple>

#include "partita/api/shape.h"

// Auto scaling of global tables. Partita has no global tables, so the answer is always
// ResourceNotFound, as on AWS for a table in one region.
namespace partita::api {

struct DescribeTableReplicaAutoScalingRequest {
  std::string table_name;

  static constexpr auto shape() {
    using Self = DescribeTableReplicaAutoScalingRequest;
    return std::tuple(required("TableName", &Self::table_name, kTableNameOrArn));
  }
};

struct DescribeTableReplicaAutoScalingResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

struct UpdateTableReplicaAutoScalingRequest {
  std::string table_name;

  static constexpr auto shape() {
    using Self = UpdateTableReplicaAutoScalingRequest;
    return std::tuple(required("TableName", &Self::table_name, kTableNameOrArn));
  }
};

struct UpdateTableReplicaAutoScalingResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

}  // namespace partita::api
