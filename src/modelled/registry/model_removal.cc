#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "modelled/registry/attachment.h"
#include "modelled/registry/environments.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/record_store.h"
#include "modelled/registry/step_execution.h"

namespace partita::registry {
namespace {

Error not_held(std::string_view name, const std::vector<HeldPointer>& held) {
  std::string names;
  for (const HeldPointer& each : held) names += (names.empty() ? "" : ", ") + each->record.name;
  return Error::not_found(fmt::format("there is no model {}; there is {}", name,
                                      names.empty() ? "none" : std::string_view(names)));
}

std::vector<catalog::TablePointer> tables_of(const catalog::Catalog& catalog,
                                             const model::Model& model) {
  std::vector<catalog::TablePointer> tables;
  for (const model::Table& table : model.tables) {
    auto stored = catalog.find(table.name);
    if (stored && table.notes.is_live) tables.push_back(std::move(stored));
  }
  return tables;
}

Status check_droppable(const std::vector<catalog::TablePointer>& tables) {
  for (const auto& table : tables) {
    if (!table->settings.is_deletion_protected) continue;
    return Error::invalid_argument(
        fmt::format("table {} is protected from deletion, so nothing was removed; end that with "
                    "UpdateTable, or keep the tables",
                    table->name));
  }
  return {};
}

}  // namespace

Task<Result<Removed>> ModelStore::remove(std::string_view name, const RemoveOptions& options) {
  Status begun = co_await begin_change();
  CO_TRY(begun);
  const auto removal = find_removal(name);
  if (!removal) {
    static_cast<void>(co_await end_change(true));
    co_return not_held(name, list());
  }
  auto removed = co_await remove_alone(*removal, options);
  static_cast<void>(co_await end_change(removed.ok()));
  co_return removed;
}

std::optional<ModelRecord> ModelStore::find_unread(std::string_view name) const {
  const MutexLock lock(mutex_);
  const auto at = std::find_if(unread_.begin(), unread_.end(),
                               [&](const ModelRecord& record) { return record.name == name; });
  return at == unread_.end() ? std::nullopt : std::optional(*at);
}

std::optional<ModelStore::Removal> ModelStore::find_removal(std::string_view name) const {
  const auto held = find(name);
  if (held && held->record.name == name) {
    return Removal{tables_of(context_.catalog, *held->model), held->record.name};
  }
  const auto unread = find_unread(name);
  if (!unread) return std::nullopt;
  return Removal{.tables = sealed_tables(context_, *unread),
                 .name = unread->name,
                 .are_tables_known = unread->tables.has_value()};
}

// The record goes first: after a crash the model is gone for good, and its tables stay without
// rules.
Task<Result<Removed>> ModelStore::remove_alone(const Removal& removal,
                                               const RemoveOptions& options) {
  if (options.drops_tables && !removal.are_tables_known) {
    co_return Error::invalid_argument(fmt::format(
        "model {} cannot be read, and which tables are its own is not known: remove it with "
        "--keep-tables, then delete its tables by their names",
        removal.name));
  }
  if (options.drops_tables) {
    Status droppable = check_droppable(removal.tables);
    CO_TRY(droppable);
  }
  Removed removed{.tables = {}, .name = removal.name};
  Status erased = co_await erase_record(context_.engine, removal.name);
  CO_TRY(erased);
  const Pause pause = co_await paused();
  withdraw(removal.name);
  Status detached = co_await detach_tables(context_, removal.tables);
  CO_TRY(detached);
  for (const auto& table : removal.tables) {
    removed.tables.push_back(table->name);
    if (!options.drops_tables) continue;
    const Step step{.mark = Mark::Remove,
                    .table = table->name,
                    .what = "table",
                    .detail = {},
                    .action = api::DeleteTableRequest{table->name},
                    .removes = true};
    Status dropped = co_await carry_out(context_, jobs_, step, options.report);
    CO_TRY(dropped);
  }
  co_return removed;
}

}  // namespace partita::registry
