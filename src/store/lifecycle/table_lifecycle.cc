#include "operations/table_lifecycle.h"

#include <algorithm>

#include "items/index_backfill.h"
#include "keys/item_keys.h"
#include "keys/key_space.h"
#include "operations/table_errors.h"
#include "operations/table_lookup.h"
#include "operations/table_schema.h"

namespace partita::operations {
namespace {

using catalog::Index;
using catalog::IndexState;
using catalog::Table;
using catalog::TableState;
using keys::Space;

// Somebody else was faster: what was to be done is done.
Status without_not_found(Status status) {
  if (!status.ok() && status.error().kind() == ErrorKind::NotFound) return {};
  return status;
}

Status status_of(Result<catalog::TablePointer> changed) {
  if (changed.ok()) return {};
  return without_not_found(std::move(changed).error());
}

bool is_waiting(const Table& table) {
  return table.state == TableState::Creating || table.state == TableState::Updating;
}

auto find_deleting(std::vector<Index>& indexes, keys::IndexId id) {
  return std::find_if(indexes.begin(), indexes.end(), [&](const auto& index) {
    return index.id == id && index.state == IndexState::Deleting;
  });
}

}  // namespace

bool is_due(const Context& context, const Table& table) {
  const auto& ends = table.settings.state_ends;
  return !ends || ends->seconds <= now(context).seconds;
}

Task<Status> finish_waiting(Context& context, const Table& table) {
  const auto activate = [&](const Table& stored) -> Result<Table> {
    if (stored.id != table.id || !is_waiting(stored)) return table_not_found(table.name);
    Table changed = stored;
    changed.state = TableState::Active;
    changed.settings.state_ends.reset();
    return changed;
  };
  auto changed = co_await context.catalog.change(table.name, activate);
  co_return status_of(std::move(changed));
}

Task<Status> finish_deletion(Context& context, const Table& table) {
  for (const auto space :
       {Space::Items, Space::UniqueValues, Space::Rollups, Space::ItemCollections}) {
    const auto all = keys::space_range(space, table.id);
    Status erased = co_await context.engine.erase_range(all.begin, all.end);
    CO_TRY(erased);
  }
  Status forgotten = co_await items::forget_backfills(context.engine, table.id);
  CO_TRY(forgotten);
  Status removed = co_await context.catalog.remove(table);
  co_return without_not_found(std::move(removed));
}

Task<Status> finish_index_deletion(Context& context, const Table& table, keys::IndexId index) {
  const auto all = keys::index_range(table.id, index);
  Status erased = co_await context.engine.erase_range(all.begin, all.end);
  CO_TRY(erased);
  Status forgotten = co_await items::forget_backfill(context.engine, table.id, index);
  CO_TRY(forgotten);
  const auto take_out = [&](const Table& stored) -> Result<Table> {
    Table changed = stored;
    const auto found = find_deleting(changed.indexes, index);
    if (stored.id != table.id || found == changed.indexes.end()) return table_not_found(table.name);
    changed.indexes.erase(found);
    changed.settings.attribute_definitions = used_definitions(changed);
    return changed;
  };
  auto changed = co_await context.catalog.change(table.name, take_out);
  Status taken_out = status_of(std::move(changed));
  CO_TRY(taken_out);
  co_return co_await context.catalog.statistics().forget_index(context.engine, table.id, index);
}

}  // namespace partita::operations
