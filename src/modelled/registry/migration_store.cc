#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "modelled/registry/attachment.h"
#include "modelled/registry/migration_steps.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/record_store.h"

// How a ModelStore moves migrations from step to step. The step is a part of the model's record: a
// new one is stored first, and then hung on the tables, each in a commit that every writer notices.
// So after a crash the step is the one that was answered, or the one after it.

namespace partita::registry {
namespace {

Error no_model(std::string_view name) {
  return Error::not_found(fmt::format("there is no model {}", name));
}

}  // namespace

Task<Result<std::vector<MigrationReport>>> ModelStore::migrations(std::string_view name) const {
  const auto held = find(name);
  if (!held) co_return no_model(name);
  co_return co_await report_migrations(context_, *held);
}

Task<Result<MigrationReport>> ModelStore::report_migration(const HeldModel& held,
                                                           std::string_view id) const {
  auto reports = co_await report_migrations(context_, held);
  CO_TRY(reports);
  for (MigrationReport& report : *reports) {
    if (report.migration.name == id) co_return std::move(report);
  }
  co_return Error::not_found(fmt::format("model {} has no migration {}", held.record.name, id));
}

Task<Result<MigrationReport>> ModelStore::move_migration(std::string_view name, std::string_view id,
                                                         MigrationMove move,
                                                         const MoveOptions& options) {
  Status begun = co_await begin_change();
  CO_TRY(begun);
  auto moved = co_await move_alone(name, id, move, options);
  // The answer is about the migration, whatever becomes of this.
  static_cast<void>(co_await end_change(moved.ok()));
  co_return moved;
}

Task<Result<MigrationReport>> ModelStore::move_alone(std::string_view name, std::string_view id,
                                                     MigrationMove move,
                                                     const MoveOptions& options) {
  const auto held = find(name);
  if (!held) co_return no_model(name);
  auto report = co_await report_migration(*held, id);
  CO_TRY(report);
  auto state = moved(*report, *held->model, move, options, move_time(context_.clock));
  CO_TRY(state);
  HeldModel next = *held;
  next.record.migrations[std::string(id)] = std::move(*state);
  Status stored = co_await store_record(context_.engine, next.record);
  CO_TRY(stored);
  const Pause pause = co_await paused();
  Status attached = co_await attach_rules(context_, jobs_, next, rule_context());
  CO_TRY(attached);
  auto shared = std::make_shared<const HeldModel>(std::move(next));
  publish(shared);
  co_return co_await report_migration(*shared, id);
}

}  // namespace partita::registry
