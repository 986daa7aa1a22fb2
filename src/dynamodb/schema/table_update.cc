#include "dynamodb/schema/table_update.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dynamodb/schema/table_encryption.h"
#include "dynamodb/schema/table_errors.h"
#include "dynamodb/schema/table_index_update.h"
#include "dynamodb/schema/table_stream.h"
#include "dynamodb/schema/table_throughput.h"
#include "dynamodb/schema/table_update_rules.h"
#include "partita/api/exception.h"

namespace partita::schema {
namespace {

using api::BillingMode;
using api::UpdateTableRequest;
using catalog::Index;
using catalog::IndexKind;
using catalog::IndexState;
using catalog::Table;

std::vector<std::string> names_in_state(const Table& table, IndexState state) {
  std::vector<std::string> names;
  for (const auto& index : table.indexes) {
    if (index.state == state) names.push_back(index.name);
  }
  return names;
}

Status check_no_index_goes(const Table& table, const UpdateTableRequest& request) {
  const auto going = names_in_state(table, IndexState::Deleting);
  if (going.empty()) return {};
  const bool switches =
      request.billing_mode && *request.billing_mode != table.settings.billing_mode;
  if (request.provisioned_throughput || switches) {
    return still_in_use(
        fmt::format("Can't change table IOPS when an index is being deleted. Table: {} Indexes: "
                    "[{}]",
                    table.name, fmt::join(going, ", ")));
  }
  if (request.on_demand_throughput) {
    return still_in_use(fmt::format(
        "OnDemandThroughput cannot be updated while index deletion is in progress for indexes: "
        "[{}]",
        fmt::join(going, ", ")));
  }
  return {};
}

// What the table is provisioned with at present stays the least that it can serve at once.
void keep_warm(Table& table) {
  table.settings.warm_throughput = warm_throughput_of(table.settings);
  for (auto& index : table.indexes) {
    if (index.kind == IndexKind::Global) {
      index.settings.warm_throughput = warm_throughput_of(table.settings, index.settings);
    }
  }
}

const api::UpdateGlobalSecondaryIndexAction* update_of(const UpdateTableRequest& request,
                                                       std::string_view index_name) {
  if (!request.global_secondary_index_updates) return nullptr;
  for (const auto& update : *request.global_secondary_index_updates) {
    if (update.update && update.update->index_name == index_name) return &*update.update;
  }
  return nullptr;
}

// AWS: nothing is assigned by itself; each index needs an Update with its units in the same
// request.
Status check_all_indexes_provisioned(const Table& table, const UpdateTableRequest& request) {
  for (const auto& index : table.indexes) {
    if (index.kind == IndexKind::Local) continue;
    const auto* update = update_of(request, index.name);
    if (update == nullptr || !update->provisioned_throughput) {
      return invalid_parameter(
          fmt::format("ProvisionedThroughput must be specified for index: {}", index.name));
    }
  }
  return {};
}

// AWS: a switch drops the maxima of table and indexes; the warm throughput stays.
void drop_maxima(Table& table) {
  table.settings.on_demand_throughput.reset();
  for (auto& index : table.indexes) index.settings.on_demand_throughput.reset();
}

Status switch_billing(Table& table, const UpdateTableRequest& request, api::Timestamp now) {
  keep_warm(table);
  drop_maxima(table);
  auto& settings = table.settings;
  settings.billing_mode = *request.billing_mode;
  if (settings.billing_mode == BillingMode::Provisioned) {
    TRY(check_all_indexes_provisioned(table, request));
    settings.provisioned_throughput = new_throughput(request.provisioned_throughput);
    return {};
  }
  settings.last_update_to_pay_per_request = now;
  settings.provisioned_throughput = new_throughput({});
  for (auto& index : table.indexes) index.settings.provisioned_throughput = new_throughput({});
  return {};
}

Status provision(Table& table, const api::ProvisionedThroughput& wanted, api::Timestamp now) {
  auto& settings = table.settings;
  if (settings.billing_mode == BillingMode::PayPerRequest) {
    return invalid_parameter(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
        "PAY_PER_REQUEST");
  }
  const auto& current = settings.provisioned_throughput;
  if (current.read_capacity_units == wanted.read_capacity_units &&
      current.write_capacity_units == wanted.write_capacity_units) {
    return api::invalid(fmt::format(
        "The provisioned throughput for the table will not change. The requested value equals the "
        "current value. Current ReadCapacityUnits provisioned for the table: {0}. Requested "
        "ReadCapacityUnits: {0}. Current WriteCapacityUnits provisioned for the table: {1}. "
        "Requested WriteCapacityUnits: {1}. Refer to the Amazon DynamoDB Developer Guide for "
        "current limits and how to request higher limits.",
        wanted.read_capacity_units, wanted.write_capacity_units));
  }
  settings.warm_throughput = warm_throughput_of(settings);
  settings.provisioned_throughput = TRY(changed_throughput(current, wanted, now));
  return {};
}

Status update_billing(Table& table, const UpdateTableRequest& request, api::Timestamp now) {
  if (request.billing_mode && *request.billing_mode != table.settings.billing_mode) {
    return switch_billing(table, request, now);
  }
  if (!request.provisioned_throughput) return {};
  return provision(table, *request.provisioned_throughput, now);
}

Status update_limits(Table& table, const UpdateTableRequest& request) {
  auto& settings = table.settings;
  if (request.on_demand_throughput) {
    TRY(check_maxima_apply(settings, *request.on_demand_throughput, {}));
    settings.on_demand_throughput =
        merged(settings.on_demand_throughput, *request.on_demand_throughput);
  }
  if (request.warm_throughput) {
    settings.warm_throughput =
        TRY(raised(warm_throughput_of(settings), *request.warm_throughput, {}));
  }
  return {};
}

// REQUIRES: at most one of them is in the request.
Status update_features(Table& table, const UpdateTableRequest& request, api::Timestamp now) {
  auto& settings = table.settings;
  if (request.stream_specification) {
    settings.stream = TRY(changed_stream(table, *request.stream_specification));
  }
  if (request.sse_specification) {
    settings.encryption = TRY(changed_encryption(settings.encryption, *request.sse_specification));
  }
  if (request.table_class) {
    settings.table_class = {.table_class = request.table_class, .last_update_date_time = now};
  }
  if (request.deletion_protection_enabled) {
    settings.is_deletion_protected = *request.deletion_protection_enabled;
  }
  return {};
}

}  // namespace

Result<Table> updated_table(const Table& table, const UpdateTableRequest& request,
                            api::Timestamp now) {
  TRY(check_is_active(table));
  TRY(check_no_index_goes(table, request));
  Table updated = table;
  TRY(update_billing(updated, request, now));
  TRY(update_limits(updated, request));
  TRY(update_features(updated, request, now));
  TRY(update_indexes(updated, table, request, now));
  return updated;
}

bool takes_time(const UpdateTableRequest& request) {
  return request.provisioned_throughput || request.billing_mode || request.stream_specification ||
         request.table_class || adds_or_drops_index(request);
}

}  // namespace partita::schema
