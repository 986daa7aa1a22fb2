#include "store/lifecycle/table_lifecycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "partita/base/check.h"
#include "store/backups/backup_rows.h"
#include "store/history/pins.h"
#include "store/history/recovery.h"
#include "store/items/index_backfill.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_space.h"
#include "store/keys/search_space.h"
#include "store/keys/sync_space.h"
#include "store/recovery/table_restore.h"

namespace partita::lifecycle {
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
  const bool is_filled = table.state == TableState::Creating && table.is_restored();
  return !is_filled && (table.state == TableState::Creating || table.state == TableState::Updating);
}

Error is_gone(const Table& table) {
  return Error::not_found(fmt::format("table {} is not what it was", table.name));
}

// The attributes that the table's key or one of its indexes still needs.
auto used_definitions(const Table& table) {
  auto used = table.settings.attribute_definitions;
  std::erase_if(used, [&](const auto& definition) {
    const auto has = [&](const catalog::KeySchema& key) {
      return key.find(definition.attribute_name) != nullptr;
    };
    return !has(table.key) && std::none_of(table.indexes.begin(), table.indexes.end(),
                                           [&](const Index& index) { return has(index.key); });
  });
  return used;
}

auto find_deleting(std::vector<Index>& indexes, keys::IndexId id) {
  return std::find_if(indexes.begin(), indexes.end(), [&](const auto& index) {
    return index.id == id && index.state == IndexState::Deleting;
  });
}

}  // namespace

bool is_due(const Clock& clock, const Table& table) {
  const auto& ends = table.settings.state_ends;
  const auto now = std::chrono::floor<std::chrono::milliseconds>(clock.wall_now());
  return !ends || ends->seconds <= static_cast<double>(now.time_since_epoch().count()) / 1000;
}

Task<Status> finish_waiting(catalog::Catalog& catalog, const Table& table) {
  const auto activate = [&](const Table& stored) -> Result<Table> {
    if (stored.id != table.id || !is_waiting(stored)) return is_gone(table);
    Table changed = stored;
    changed.state = TableState::Active;
    changed.settings.state_ends.reset();
    return changed;
  };
  auto changed = co_await catalog.change(table.name, activate);
  co_return status_of(std::move(changed));
}

Task<Status> finish_deletion(engine::Engine& engine, catalog::Catalog& catalog,
                             const Table& table) {
  // Nobody writes to such a table any more, at no server: its epoch has changed with its state.
  PARTITA_CHECK(table.state == TableState::Deleting);
  // Another table, a backup or an export is made from it: it stays Deleting until that is there.
  if (history::oldest_restore_from(catalog, table.id)) co_return Status{};
  auto is_backed_up = co_await backups::is_backed_up(engine, table.id);
  CO_TRY(is_backed_up);
  if (*is_backed_up) co_return Status{};
  auto pin = co_await history::oldest_pin(engine, table.id);
  CO_TRY(pin);
  if (*pin) co_return Status{};
  for (const auto space :
       {Space::Items, Space::UniqueValues, Space::Rollups, Space::ItemCollections, Space::History,
        keys::kSearchSpace, keys::kSyncSpace}) {
    const auto all = keys::space_range(space, table.id);
    Status erased = co_await engine.erase_range(all.begin, all.end);
    CO_TRY(erased);
  }
  Status forgotten = co_await items::forget_backfills(engine, table.id);
  CO_TRY(forgotten);
  if (table.is_restored()) {
    Status stopped = co_await recovery::forget_restore(engine, table.id);
    CO_TRY(stopped);
  }
  Status removed = co_await catalog.remove(table);
  const bool is_gone_already = !removed.ok() && removed.error().kind() == ErrorKind::NotFound;
  // Whoever was faster may not have shown it yet, but a deletion that is answered can be seen.
  if (is_gone_already) co_return co_await catalog.reload(table.name);
  co_return removed;
}

Task<Status> finish_index_deletion(engine::Engine& engine, catalog::Catalog& catalog,
                                   const Table& table, keys::IndexId index) {
  PARTITA_CHECK(std::ranges::all_of(table.indexes, [&](const Index& each) {
    return each.id != index || each.state == IndexState::Deleting;
  }));
  const auto all = keys::index_range(table.id, index);
  Status erased = co_await engine.erase_range(all.begin, all.end);
  CO_TRY(erased);
  Status forgotten = co_await items::forget_backfill(engine, table.id, index);
  CO_TRY(forgotten);
  const auto take_out = [&](const Table& stored) -> Result<Table> {
    Table changed = stored;
    const auto found = find_deleting(changed.indexes, index);
    if (stored.id != table.id || found == changed.indexes.end()) return is_gone(table);
    changed.indexes.erase(found);
    changed.settings.attribute_definitions = used_definitions(changed);
    return changed;
  };
  auto changed = co_await catalog.change(table.name, take_out);
  Status taken_out = status_of(std::move(changed));
  CO_TRY(taken_out);
  co_return co_await catalog.statistics().forget_index(engine, table.id, index);
}

}  // namespace partita::lifecycle
