#include <utility>
#include <vector>

#include "modelled/registry/model_store.h"
#include "store/lifecycle/table_jobs.h"

// Tables that were restored and are of a model: the model is applied as the last step of the
// restore, which brings back what a restore drops (stream, TTL, recovery, tags).

namespace partita::registry {
namespace {

Result<catalog::Table> without_mark(const catalog::Table& stored, keys::TableId id) {
  if (stored.id != id || !stored.settings.awaits_model) {
    return Error::not_found("the table is not what it was");
  }
  catalog::Table changed = stored;
  changed.settings.awaits_model.reset();
  return changed;
}

std::vector<catalog::TablePointer> waiting_tables(const catalog::Catalog& catalog) {
  std::vector<catalog::TablePointer> waiting;
  for (const auto& table : catalog.list_after("", SIZE_MAX)) {
    const bool is_there = !table->is_in_doubt && table->state == catalog::TableState::Active;
    if (is_there && table->settings.awaits_model) waiting.push_back(table);
  }
  return waiting;
}

}  // namespace

// Not of the lane of what goes on behind models: who applies one keeps that away.
void ModelStore::add_restored_tables_job() {
  jobs_.add({.name = "restored-tables",
             .purpose = "applies the model of tables that were restored",
             .topic = std::string(lifecycle::kTablesTopic),
             .work = [this] { return complete_restored(); }});
}

Task<Result<jobs::Turn>> ModelStore::complete_restored() {
  constexpr std::chrono::minutes kRound(1);
  for (const auto& table : waiting_tables(context_.catalog)) {
    const auto held = table->rules ? find(table->rules->model) : nullptr;
    if (held != nullptr) {
      ApplyOptions options;
      options.keeps_held = true;
      auto applied = co_await apply(held->record.source, options);
      CO_TRY(applied);
    }
    auto marked = co_await context_.catalog.change(
        table->name, [&](const catalog::Table& stored) { return without_mark(stored, table->id); });
    const bool is_gone = !marked.ok() && marked.error().kind() == ErrorKind::NotFound;
    if (!is_gone) CO_TRY(marked);
  }
  co_return jobs::Turn::idle(kRound);
}

}  // namespace partita::registry
