#include "dynamodb/schema/table_index_update.h"

#include <fmt/format.h>

#include <algorithm>

#include "dynamodb/schema/table_errors.h"
#include "dynamodb/schema/table_schema.h"
#include "dynamodb/schema/table_throughput.h"
#include "dynamodb/schema/table_update_rules.h"
#include "partita/api/exception.h"

namespace partita::schema {
namespace {

using api::BillingMode;
using catalog::Index;
using catalog::IndexKind;
using catalog::IndexState;
using catalog::Table;

Error limit_exceeded(std::string_view what) {
  return api::failure(api::Exception::LimitExceeded,
                      fmt::format("Subscriber limit exceeded: {}", what));
}

Error one_index_at_a_time() {
  return limit_exceeded("Only 1 online index can be created or deleted simultaneously per table");
}

// The global index of that name, which is not on its way out. `what` is what is to be done to it.
Result<Index*> find_global(Table& table, std::string_view name, std::string_view what) {
  const auto found = std::find_if(table.indexes.begin(), table.indexes.end(),
                                  [&](const auto& index) { return index.name == name; });
  if (found == table.indexes.end()) {
    return api::failure(
        api::Exception::ResourceNotFound,
        fmt::format("Requested resource not found: Index {} for table {}", name, table.name));
  }
  if (found->kind == IndexKind::Local) {
    return api::invalid(
        fmt::format("Cannot {} an index that is not a GlobalSecondaryIndex: {}", what, name));
  }
  if (found->state == IndexState::Deleting) {
    return still_in_use(
        fmt::format("Index is being deleted. Table: {} Index: {}", table.name, name));
  }
  return &*found;
}

// AWS: several indexes may be updated at once, but only one is created or deleted at a time.
Status check_one_at_a_time(const Table& table, const api::UpdateTableRequest& request) {
  std::size_t wanted = 0;
  std::string_view name;
  for (const auto& update : *request.global_secondary_index_updates) {
    if (!update.create && !update.delete_) continue;
    ++wanted;
    name = index_name_of(update);
  }
  if (wanted == 0) return {};
  const bool is_busy = std::any_of(
      table.indexes.begin(), table.indexes.end(),
      [&](const auto& each) { return each.state != IndexState::Active && each.name != name; });
  if (wanted > 1 || is_busy) return one_index_at_a_time();
  return {};
}

Status check_new_throughput(const Table& table,
                            const api::CreateGlobalSecondaryIndexAction& action) {
  const bool is_provisioned = table.settings.billing_mode == BillingMode::Provisioned;
  if (is_provisioned == action.provisioned_throughput.has_value()) {
    return is_provisioned ? check_units(*action.provisioned_throughput) : Status{};
  }
  if (is_provisioned) {
    return invalid_parameter(
        fmt::format("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {}",
                    action.index_name));
  }
  return invalid_parameter(
      fmt::format("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: {} "
                  "when BillingMode is PAY_PER_REQUEST",
                  action.index_name));
}

Status check_room_for_index(const Table& table) {
  const auto count = std::count_if(table.indexes.begin(), table.indexes.end(),
                                   [](const auto& each) { return each.kind == IndexKind::Global; });
  if (static_cast<std::size_t>(count) >= kGlobalIndexesMax) {
    return limit_exceeded(fmt::format(
        "Number of global secondary indexes exceeds per-table limit of {}", kGlobalIndexesMax));
  }
  // Ids are never used again, so they can run out.
  if (table.next_index_id == keys::IndexId{UINT16_MAX}) {
    return limit_exceeded("Number of indexes that a table can have in its life is used up");
  }
  return {};
}

Status create_index(Table& table, const api::UpdateTableRequest& request,
                    const api::CreateGlobalSecondaryIndexAction& action) {
  if (table.find_index(action.index_name) != nullptr) {
    return api::invalid("Attempting to create an index which already exists");
  }
  auto added = TRY(index_to_add(table, request.attribute_definitions, action));
  TRY(check_new_throughput(table, action));
  TRY(check_new_limits(table.settings, action));
  TRY(check_room_for_index(table));
  added.index.settings = {.provisioned_throughput = new_throughput(action.provisioned_throughput),
                          .on_demand_throughput = action.on_demand_throughput,
                          .warm_throughput = action.warm_throughput};
  table.indexes.push_back(std::move(added.index));
  table.next_index_id = keys::IndexId(static_cast<std::uint16_t>(table.next_index_id) + 1);
  table.settings.attribute_definitions = std::move(added.attribute_definitions);
  return {};
}

Status delete_index(Table& table, const api::DeleteGlobalSecondaryIndexAction& action) {
  Index* index = TRY(find_global(table, action.index_name, "delete"));
  index->state = IndexState::Deleting;
  return {};
}

Error will_not_change(std::string_view name, const api::ProvisionedThroughput& wanted) {
  return api::invalid(fmt::format(
      "The provisioned throughput for the index {0} will not change. The requested value equals "
      "the current value. Current ReadCapacityUnits provisioned for index {0}: {1}. Requested "
      "ReadCapacityUnits: {1}. Current WriteCapacityUnits provisioned for index {0}: {2}. "
      "Requested WriteCapacityUnits: {2}. Refer to the Amazon DynamoDB Developer Guide for current "
      "limits and how to request higher limits.",
      name, wanted.read_capacity_units, wanted.write_capacity_units));
}

// `is_switched` says whether the same request has changed the billing mode, so that the units are
// new even if they look the same.
Status provision_index(Index& index, const Table& table, const api::ProvisionedThroughput& wanted,
                       bool is_switched, api::Timestamp now) {
  if (table.settings.billing_mode == BillingMode::PayPerRequest) {
    return invalid_parameter(fmt::format(
        "The only Updates for index: {} when TableThroughputMode is PAY_PER_REQUEST can "
        "be to OnDemandThroughput, WarmThroughput",
        index.name));
  }
  auto& throughput = index.settings.provisioned_throughput;
  if (is_switched) {
    throughput = new_throughput(wanted);
    return {};
  }
  if (throughput.read_capacity_units == wanted.read_capacity_units &&
      throughput.write_capacity_units == wanted.write_capacity_units) {
    return will_not_change(index.name, wanted);
  }
  index.settings.warm_throughput = warm_throughput_of(table.settings, index.settings);
  throughput = TRY(changed_throughput(throughput, wanted, now));
  return {};
}

Status update_index(Table& table, const api::UpdateGlobalSecondaryIndexAction& action,
                    bool is_switched, api::Timestamp now) {
  Index* index = TRY(find_global(table, action.index_name, "update"));
  const ThroughputOwner owner{action.index_name};
  if (!action.provisioned_throughput && !action.on_demand_throughput && !action.warm_throughput) {
    return invalid_parameter(
        fmt::format("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {}",
                    action.index_name));
  }
  if (action.provisioned_throughput) {
    TRY(provision_index(*index, table, *action.provisioned_throughput, is_switched, now));
  }
  auto& settings = index->settings;
  if (action.on_demand_throughput) {
    TRY(check_maxima_apply(table.settings, *action.on_demand_throughput, owner));
    settings.on_demand_throughput =
        merged(settings.on_demand_throughput, *action.on_demand_throughput);
  }
  if (action.warm_throughput) {
    const auto current = warm_throughput_of(table.settings, settings);
    settings.warm_throughput = TRY(raised(current, *action.warm_throughput, owner));
  }
  return {};
}

}  // namespace

Status update_indexes(Table& table, const Table& before, const api::UpdateTableRequest& request,
                      api::Timestamp now) {
  if (!request.global_secondary_index_updates) return {};
  TRY(check_one_at_a_time(before, request));
  const bool is_switched = table.settings.billing_mode != before.settings.billing_mode;
  for (const auto& update : *request.global_secondary_index_updates) {
    if (update.update) TRY(update_index(table, *update.update, is_switched, now));
    if (update.create) TRY(create_index(table, request, *update.create));
    if (update.delete_) TRY(delete_index(table, *update.delete_));
  }
  return {};
}

}  // namespace partita::schema
