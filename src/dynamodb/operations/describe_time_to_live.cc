#include "dynamodb/operations/describe_time_to_live.h"

#include <fmt/format.h>

#include "dynamodb/operations/table_lookup.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using catalog::Table;
using catalog::TableState;

Status check_describable(const Table& table) {
  if (table.state != TableState::Creating && table.state != TableState::Deleting) return {};
  return api::invalid(fmt::format(
      "Cannot describe time to live while table is in {0} state: Current table state is {0}",
      table.state == TableState::Creating ? "CREATING" : "DELETING"));
}

api::TimeToLiveDescription description_of(const Table& table) {
  if (!table.ttl_attribute) return {.time_to_live_status = api::TimeToLiveStatus::Disabled};
  return {.time_to_live_status = api::TimeToLiveStatus::Enabled,
          .attribute_name = table.ttl_attribute};
}

}  // namespace

Task<Result<api::DescribeTimeToLiveResponse>> describe_time_to_live(
    const ReadContext& context, const api::DescribeTimeToLiveRequest& request) {
  auto table = find_any_table(context, request.table_name);
  CO_TRY(table);
  Status checked = check_describable(**table);
  CO_TRY(checked);
  api::DescribeTimeToLiveResponse response;
  response.time_to_live_description = description_of(**table);
  co_return response;
}

}  // namespace partita::operations
