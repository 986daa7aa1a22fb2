#include "dynamodb/operations/delete_table.h"

#include <algorithm>

#include "dynamodb/operations/table_description.h"
#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"
#include "store/lifecycle/table_lifecycle.h"

namespace partita::operations {
namespace {

using catalog::IndexState;
using catalog::Table;
using catalog::TableState;

// Ours: a restore can be stopped. AWS refuses it until the table is there.
Status check_deletable(const Table& table) {
  if (table.state == TableState::Creating && table.is_restored()) return {};
  if (table.settings.is_deletion_protected) {
    return api::invalid(
        "Resource cannot be deleted as it is currently protected against deletion. Disable "
        "deletion protection first.");
  }
  TRY(schema::check_is_active(table));
  const bool all_active =
      std::all_of(table.indexes.begin(), table.indexes.end(),
                  [](const auto& index) { return index.state == IndexState::Active; });
  if (all_active) return {};
  return schema::still_in_use(
      "Cannot delete table while indexes are being created, updated, or deleted.");
}

// AWS: deleting a table that is being deleted is no error, and changes nothing.
Result<Table> marked_as_deleting(const Context& context, const Table& table) {
  Table marked = table;
  if (table.state == TableState::Deleting) return marked;
  TRY(check_deletable(table));
  marked.state = TableState::Deleting;
  marked.settings.state_ends = after(now(context), context.catalog.delays().deleting);
  return marked;
}

}  // namespace

Task<Result<api::DeleteTableResponse>> delete_table(Context& context,
                                                    const api::DeleteTableRequest& request) {
  auto table = find_any_table(context, request.table_name);
  CO_TRY(table);
  const auto mark = [&](const Table& stored) { return marked_as_deleting(context, stored); };
  auto marked = co_await change_table(context, (*table)->name, mark);
  CO_TRY(marked);
  if (context.backups != nullptr) context.backups->look();
  api::DeleteTableResponse response;
  response.table_description = description_of(context, **marked);
  if (lifecycle::is_due(context.clock, **marked)) {
    // The table is deleted, come what may: if this fails, its job (TableJobs) tries again.
    Status finished =
        co_await lifecycle::finish_deletion(context.engine, context.catalog, **marked);
    static_cast<void>(finished);
  }
  co_return response;
}

}  // namespace partita::operations
