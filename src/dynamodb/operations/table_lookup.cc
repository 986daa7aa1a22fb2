#include "dynamodb/operations/table_lookup.h"

#include <fmt/format.h>

#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"
#include "store/catalog/table_name.h"

namespace partita::operations {

Result<catalog::TablePointer> find_any_table(const ReadContext& context,
                                             std::string_view name_or_arn) {
  const auto name = TRY(catalog::table_name_of(name_or_arn, catalog::NameRule::ForTables));
  auto table = context.catalog.find(name);
  if (!table) return schema::table_not_found(name);
  TRY(catalog::check_certain(*table));
  return table;
}

Result<catalog::TablePointer> find_resource(const ReadContext& context, std::string_view arn) {
  const auto name = TRY(catalog::table_name_of_resource(arn));
  auto table = context.catalog.find(name);
  const bool is_restoring =
      table && table->state == catalog::TableState::Creating && table->is_restored();
  if (!table || is_restoring) {
    return api::failure(api::Exception::ResourceNotFound,
                        fmt::format("Requested resource not found: ResourcArn: {} not found", arn));
  }
  TRY(catalog::check_certain(*table));
  return table;
}

Task<Result<catalog::TablePointer>> change_table(Context& context, std::string_view name,
                                                 catalog::Catalog::Edit edit) {
  auto changed = co_await context.catalog.change(name, edit);
  const bool is_gone = !changed.ok() && changed.error().kind() == ErrorKind::NotFound &&
                       changed.error().detail<api::ApiFailure>() == nullptr;
  if (is_gone) co_return schema::table_not_found(name);
  co_return changed;
}

api::Timestamp now(const ReadContext& context) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(
      context.clock.wall_now().time_since_epoch());
  return {static_cast<double>(milliseconds.count()) / 1000};
}

api::Timestamp after(api::Timestamp start, std::chrono::milliseconds delay) {
  return {start.seconds + static_cast<double>(delay.count()) / 1000};
}

}  // namespace partita::operations
