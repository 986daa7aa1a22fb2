#include "dynamodb/schema/table_update_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "dynamodb/schema/table_errors.h"
#include "dynamodb/schema/table_stream.h"
#include "dynamodb/schema/table_throughput.h"
#include "partita/api/exception.h"

namespace partita::schema {
namespace {

using api::UpdateTableRequest;

bool has_index_updates(const UpdateTableRequest& request) {
  return request.global_secondary_index_updates && !request.global_secondary_index_updates->empty();
}

// How many things the request changes.
std::ptrdiff_t count_of_changes(const UpdateTableRequest& request) {
  const std::array<bool, 9> changes{request.billing_mode.has_value(),
                                    request.provisioned_throughput.has_value(),
                                    request.stream_specification.has_value(),
                                    request.sse_specification.has_value(),
                                    request.table_class.has_value(),
                                    request.deletion_protection_enabled.has_value(),
                                    request.on_demand_throughput.has_value(),
                                    request.warm_throughput.has_value(),
                                    has_index_updates(request)};
  return std::count(changes.begin(), changes.end(), true);
}

Status check_supported(const UpdateTableRequest& request) {
  if (request.replica_updates) return not_supported("ReplicaUpdates");
  if (request.multi_region_consistency) return not_supported("MultiRegionConsistency");
  if (request.global_table_witness_updates) return not_supported("GlobalTableWitnessUpdates");
  if (request.global_table_settings_replication_mode) {
    return not_supported("GlobalTableSettingsReplicationMode");
  }
  if (request.vector_index_updates) return not_supported("VectorIndexUpdates");
  return {};
}

Status check_changes_something(const UpdateTableRequest& request) {
  if (count_of_changes(request) > 0) return {};
  return api::invalid(
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
      "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
      "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
      "OnDemandThroughput, WarmThroughput or TableClass is required");
}

bool creates_index(const UpdateTableRequest& request) {
  if (!has_index_updates(request)) return false;
  const auto& updates = *request.global_secondary_index_updates;
  return std::any_of(updates.begin(), updates.end(),
                     [](const auto& update) { return update.create.has_value(); });
}

Status check_warm_is_alone(const UpdateTableRequest& request) {
  if (!request.warm_throughput) return {};
  if (creates_index(request)) {
    return invalid_parameter(
        "Create global secondary index cannot be specified when updating WarmThroughput");
  }
  const auto allowed = has_index_updates(request) ? 2 : 1;
  if (count_of_changes(request) <= allowed) return {};
  return invalid_parameter("WarmThroughput must be the only operation in the request");
}

Status check_stands_alone(const UpdateTableRequest& request) {
  const bool is_alone = count_of_changes(request) == 1;
  const auto refuse = [](std::string_view what) {
    return invalid_parameter(
        fmt::format("{} modification must be the only operation in the request", what));
  };
  if (request.sse_specification && !is_alone) return refuse("Server-Side Encryption");
  if (request.table_class && !is_alone) return refuse("TableClass");
  if (request.deletion_protection_enabled && !is_alone) return refuse("DeletionProtection");
  TRY(check_warm_is_alone(request));
  const auto with_billing = request.billing_mode ? 2 : 1;
  if (request.on_demand_throughput && count_of_changes(request) > with_billing) {
    return invalid_parameter(
        "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
  }
  return {};
}

Status check_combines(const UpdateTableRequest& request) {
  const bool changes_units =
      request.provisioned_throughput || request.billing_mode == api::BillingMode::Provisioned;
  if (request.stream_specification && changes_units) {
    return invalid_parameter("You cannot modify stream status while updating table IOPS");
  }
  if (!adds_or_drops_index(request)) return {};
  if (request.provisioned_throughput) {
    return invalid_parameter("You cannot create or delete index while updating table IOPS");
  }
  if (request.stream_specification) {
    return invalid_parameter("You cannot create or delete index while changing stream status");
  }
  return {};
}

Status check_index_update(const api::GlobalSecondaryIndexUpdate& update) {
  const int actions = (update.update ? 1 : 0) + (update.create ? 1 : 0) + (update.delete_ ? 1 : 0);
  if (actions == 0) {
    return invalid_parameter(
        "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
        "GlobalSecondaryIndexUpdate.Delete must not be null");
  }
  if (actions > 1) {
    return invalid_parameter(
        "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object");
  }
  if (!update.update || !update.update->provisioned_throughput) return {};
  return check_units(*update.update->provisioned_throughput);
}

Status check_index_updates(const UpdateTableRequest& request) {
  if (!request.global_secondary_index_updates) return {};
  if (!has_index_updates(request)) {
    return invalid_parameter("List of GlobalSecondaryIndexUpdates is empty");
  }
  std::set<std::string_view> seen;
  for (const auto& update : *request.global_secondary_index_updates) {
    TRY(check_index_update(update));
    const auto name = index_name_of(update);
    if (!seen.insert(name).second) {
      return invalid_parameter(
          fmt::format("Only one global secondary index update per index is allowed "
                      "simultaneously. Index: {}",
                      name));
    }
  }
  return {};
}

Status check_billing(const UpdateTableRequest& request) {
  if (request.provisioned_throughput) TRY(check_units(*request.provisioned_throughput));
  if (request.billing_mode == api::BillingMode::PayPerRequest && request.provisioned_throughput) {
    return invalid_parameter(
        "ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST");
  }
  if (request.billing_mode == api::BillingMode::Provisioned && !request.provisioned_throughput) {
    return invalid_parameter(
        "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
  }
  return {};
}

}  // namespace

Status check_update(const UpdateTableRequest& request) {
  TRY(check_supported(request));
  TRY(check_changes_something(request));
  TRY(check_stands_alone(request));
  TRY(check_index_updates(request));
  TRY(check_combines(request));
  TRY(check_billing(request));
  if (request.stream_specification) TRY(check_stream_change(*request.stream_specification));
  return {};
}

std::string_view index_name_of(const api::GlobalSecondaryIndexUpdate& update) {
  if (update.update) return update.update->index_name;
  if (update.create) return update.create->index_name;
  return update.delete_->index_name;
}

bool adds_or_drops_index(const UpdateTableRequest& request) {
  if (!has_index_updates(request)) return false;
  const auto& updates = *request.global_secondary_index_updates;
  return std::any_of(updates.begin(), updates.end(),
                     [](const auto& update) { return update.create || update.delete_; });
}

}  // namespace partita::schema
