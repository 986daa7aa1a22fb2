#include "dynamodb/operations/table_replica_auto_scaling.h"

#include <fmt/format.h>

#include "partita/api/exception.h"
#include "store/catalog/table_name.h"

namespace partita::operations {
namespace {

Result<std::string_view> name_in(std::string_view name_or_arn) {
  return catalog::table_name_of(name_or_arn, catalog::NameRule::ForTables);
}

// AWS: so also for a table that is there, but only in one region (captured 2026-10).
Error no_global_table(std::string_view name) {
  return api::failure(api::Exception::ResourceNotFound,
                      fmt::format("Global table with name: '{}' does not exist.", name));
}

}  // namespace

Task<Result<api::DescribeTableReplicaAutoScalingResponse>> describe_table_replica_auto_scaling(
    const ReadContext&, const api::DescribeTableReplicaAutoScalingRequest& request) {
  const auto name = name_in(request.table_name);
  CO_TRY(name);
  co_return no_global_table(*name);
}

Task<Result<api::UpdateTableReplicaAutoScalingResponse>> update_table_replica_auto_scaling(
    const ReadContext&, const api::UpdateTableReplicaAutoScalingRequest& request) {
  const auto name = name_in(request.table_name);
  CO_TRY(name);
  co_return no_global_table(*name);
}

}  // namespace partita::operations
