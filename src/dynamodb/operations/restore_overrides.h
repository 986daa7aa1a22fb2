#pragma once

#include <optional>
#include <vector>

#include "partita/api/encryption.h"
#include "partita/api/index_definition.h"
#include "partita/api/throughput.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::operations {

// What is to be other in a restored table than it was in its source. Owns nothing.
struct RestoreOverrides {
  const std::optional<api::BillingMode>& billing_mode;
  const std::optional<std::vector<api::GlobalSecondaryIndex>>& global_secondary_index;
  const std::optional<std::vector<api::LocalSecondaryIndex>>& local_secondary_index;
  const std::optional<api::ProvisionedThroughput>& provisioned_throughput;
  const std::optional<api::OnDemandThroughput>& on_demand_throughput;
  const std::optional<api::SSESpecification>& sse_specification;
};

// Of either request to restore a table, which outlives the answer.
template <typename Request>
RestoreOverrides overrides_of(const Request& request) {
  return {.billing_mode = request.billing_mode_override,
          .global_secondary_index = request.global_secondary_index_override,
          .local_secondary_index = request.local_secondary_index_override,
          .provisioned_throughput = request.provisioned_throughput_override,
          .on_demand_throughput = request.on_demand_throughput_override,
          .sse_specification = request.sse_specification_override};
}

// Gives a table that is to be restored the indexes, billing, throughput and key of its source, or
// what the request says instead.
// REQUIRES: the target has its key, its encryption and the time of its creation.
// ERRORS: ValidationException in DynamoDB's words.
Status apply_overrides(const catalog::Table& source, const RestoreOverrides& overrides,
                       catalog::Table& target);

}  // namespace partita::operations
