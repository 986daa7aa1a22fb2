#include <fmt/format.h>

#include <utility>

#include "models/attachment.h"
#include "models/environments.h"
#include "models/model_store.h"
#include "models/record_store.h"
#include "models/step_execution.h"

namespace partita::models {
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
  if (is_applying_.exchange(true)) {
    co_return Error::conflict("a model is being applied; try again when it is done");
  }
  const auto held = find(name);
  if (!held || held->record.name != name) {
    is_applying_ = false;
    co_return not_held(name, list());
  }
  auto removed = co_await remove_alone(*held, options);
  is_applying_ = false;
  co_return removed;
}

// The record goes first: after a crash the model is gone for good, and its tables stay without
// rules.
Task<Result<Removed>> ModelStore::remove_alone(const HeldModel& held,
                                               const RemoveOptions& options) {
  const auto tables = tables_of(context_.catalog, *held.model);
  if (options.drops_tables) {
    Status droppable = check_droppable(tables);
    CO_TRY(droppable);
  }
  Removed removed{.tables = {}, .name = held.record.name};
  Status erased = co_await erase_record(context_.engine, held.record.name);
  CO_TRY(erased);
  const Pause pause = co_await paused();
  withdraw(held.record.name);
  const model::Model nothing;
  Status detached = co_await detach_former_tables(context_, *held.model, nothing);
  CO_TRY(detached);
  for (const auto& table : tables) {
    removed.tables.push_back(table->name);
    if (!options.drops_tables) continue;
    const Step step{.mark = Mark::Remove,
                    .table = table->name,
                    .what = "table",
                    .detail = {},
                    .action = api::DeleteTableRequest{table->name},
                    .removes = true};
    Status dropped = co_await carry_out(context_, step, options.report);
    CO_TRY(dropped);
  }
  co_return removed;
}

}  // namespace partita::models
