#include "dynamodb/operations/update_table.h"

#include "dynamodb/operations/table_description.h"
#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_update.h"
#include "dynamodb/schema/table_update_rules.h"

namespace partita::operations {
namespace {

using catalog::Table;
using catalog::TableState;

bool is_updated(const api::UpdateTableRequest& request, std::string_view index_name) {
  if (!request.global_secondary_index_updates) return false;
  for (const auto& update : *request.global_secondary_index_updates) {
    if (update.update && update.update->index_name == index_name) return true;
  }
  return false;
}

// AWS: the answer says what the throughput was, unless the billing mode was switched, and that an
// index is updating (captured 2026-10).
void show_former_throughput(Table& shown, const Table& before,
                            const api::UpdateTableRequest& request) {
  if (shown.settings.billing_mode != before.settings.billing_mode) return;
  shown.settings.provisioned_throughput = before.settings.provisioned_throughput;
  for (auto& index : shown.indexes) {
    const auto* former = before.find_index(index.name);
    if (former != nullptr && is_updated(request, index.name)) {
      index.settings.provisioned_throughput = former->settings.provisioned_throughput;
    }
  }
}

void show_updating_indexes(api::TableDescription& description,
                           const api::UpdateTableRequest& request) {
  if (!description.global_secondary_indexes) return;
  for (auto& index : *description.global_secondary_indexes) {
    if (is_updated(request, *index.index_name)) index.index_status = api::IndexStatus::Updating;
  }
}

api::TableDescription answer(const Context& context, const Table& updated, const Table& before,
                             const api::UpdateTableRequest& request) {
  Table shown = updated;
  if (schema::takes_time(request)) shown.state = TableState::Updating;
  show_former_throughput(shown, before, request);
  auto description = description_of(context, shown);
  show_updating_indexes(description, request);
  return description;
}

}  // namespace

Task<Result<api::UpdateTableResponse>> update_table(Context& context,
                                                    const api::UpdateTableRequest& request) {
  Status checked = schema::check_update(request);
  CO_TRY(checked);
  auto table = find_any_table(context, request.table_name);
  CO_TRY(table);
  const auto delay = context.catalog.delays().updating;
  Table before;
  const auto edit = [&](const Table& stored) -> Result<Table> {
    const auto time = now(context);
    auto updated = schema::updated_table(stored, request, time);
    if (updated.ok() && schema::takes_time(request) && delay.count() > 0) {
      updated->state = TableState::Updating;
      updated->settings.state_ends = after(time, delay);
    }
    before = stored;
    return updated;
  };
  auto updated = co_await change_table(context, (*table)->name, edit);
  CO_TRY(updated);
  api::UpdateTableResponse response;
  response.table_description = answer(context, **updated, before, request);
  co_return response;
}

}  // namespace partita::operations
