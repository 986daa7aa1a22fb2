#include "dynamodb/operations/update_time_to_live.h"

#include <fmt/format.h>

#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using api::TimeToLiveSpecification;
using catalog::Table;

Status check_changes(const Table& table, const TimeToLiveSpecification& wanted) {
  if (!table.ttl_attribute) {
    return wanted.enabled ? Status{} : api::invalid("TimeToLive is already disabled");
  }
  if (*table.ttl_attribute != wanted.attribute_name) {
    return api::invalid(
        fmt::format("TimeToLive is active on a different AttributeName: current AttributeName is "
                    "{}",
                    *table.ttl_attribute));
  }
  return wanted.enabled ? api::invalid("TimeToLive is already enabled") : Status{};
}

Status check_is_rested(const Context& context, const Table& table) {
  const auto& changed = table.settings.ttl_changed;
  if (!changed) return {};
  const auto free = after(*changed, context.catalog.delays().between_ttl_changes);
  if (free.seconds <= now(context).seconds) return {};
  return api::invalid("Time to live has been modified multiple times within a fixed interval");
}

Result<Table> switched(const Context& context, const Table& table,
                       const TimeToLiveSpecification& wanted) {
  TRY(schema::check_is_active(table));
  TRY(check_changes(table, wanted));
  TRY(check_is_rested(context, table));
  Table changed = table;
  changed.settings.ttl_changed = now(context);
  changed.ttl_attribute = wanted.enabled ? std::optional(wanted.attribute_name) : std::nullopt;
  return changed;
}

}  // namespace

Task<Result<api::UpdateTimeToLiveResponse>> update_time_to_live(
    Context& context, const api::UpdateTimeToLiveRequest& request) {
  auto table = find_any_table(context, request.table_name);
  CO_TRY(table);
  const auto edit = [&](const Table& stored) {
    return switched(context, stored, request.time_to_live_specification);
  };
  auto changed = co_await change_table(context, (*table)->name, edit);
  CO_TRY(changed);
  api::UpdateTimeToLiveResponse response;
  response.time_to_live_specification = request.time_to_live_specification;
  co_return response;
}

}  // namespace partita::operations
