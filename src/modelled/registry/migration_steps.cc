#include "modelled/registry/migration_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace partita::registry {
namespace {

using model::Migration;
using model::MigrationKind;
using model::MigrationStep;

constexpr std::array<std::string_view, 5> kMoves{"advance", "repeat", "pause", "resume",
                                                 "roll-back"};

std::string walked_text(const MigrationReport& report) {
  const auto all = std::max(report.items_of_table, report.walk.items);
  return fmt::format("{} of {} items are left", all - report.walk.items, all);
}

std::string wrong_text(const MigrationReport& report, std::string_view what) {
  std::string text = fmt::format("{} of {} items {}", report.walk.wrong, report.walk.items, what);
  if (!report.walk.examples.empty()) text += fmt::format(", such as {}", report.walk.examples[0]);
  return text;
}

// What would stop working if items lost the attribute, in words; empty: nothing.
std::string works_by(const model::Entity& entity, const std::string& attribute) {
  if (entity.lifecycle && entity.lifecycle->attribute == attribute) {
    return fmt::format("the lifecycle of {} is in `{}`", entity.name, attribute);
  }
  if (entity.table->ttl_attribute != attribute) return "";
  return fmt::format("items expire by `{}`", attribute);
}

std::string still_read(const model::Model& model, const Migration& migration) {
  for (const auto& made : migration.news) {
    const auto readers = readers_of(model, *migration.entity, made.name);
    if (!readers.empty()) {
      return fmt::format("{} reads `{}`: apply the model without it first", readers.front(),
                         made.name);
    }
    if (const auto what = works_by(*migration.entity, made.name); !what.empty()) {
      return fmt::format("{}: apply the model with the old form there first", what);
    }
    const model::Attribute* declared = migration.entity->find_attribute(made.name);
    if (declared != nullptr && declared->is_required) {
      return fmt::format("`{}` is required: apply the model with it optional first", made.name);
    }
  }
  return "";
}

// Whoever declares the old form may have rules about it, and keep what it says.
std::string still_declared(const Migration& migration) {
  for (const auto& old : migration.olds) {
    if (migration.entity->find_attribute(old.name) != nullptr) {
      return fmt::format("{} still declares `{}`: apply the model without it first",
                         migration.entity->name, old.name);
    }
    if (const auto what = works_by(*migration.entity, old.name); !what.empty()) {
      return fmt::format("{}: apply the model without it first", what);
    }
    for (const model::Index& index : migration.entity->table->indexes) {
      const auto is_old = [&](const std::string& name) { return name == old.name; };
      if (std::ranges::any_of(index.partition, is_old) || std::ranges::any_of(index.sort, is_old)) {
        return fmt::format("index {} is keyed by `{}`: apply the model without it first",
                           index.name, old.name);
      }
    }
  }
  return "";
}

// What comes behind it cannot be taken back, so a clock that somebody has set does not end it.
std::string not_quiet_yet(const MigrationReport& report, const MoveOptions& options,
                          const MoveTime& at) {
  if (!options.forced_by.empty()) return "";
  if (!at.is_certain) return "the date of this machine is in doubt";
  const auto over = report.state.since + report.migration.quiet;
  if (at.now >= over) return "";
  const auto left = std::chrono::ceil<std::chrono::seconds>(over - at.now).count();
  return fmt::format("the old form must not be used for another {} s", left);
}

// Empty: the step has done what it is for.
std::string why_not_done(const MigrationReport& report, const MoveOptions& options,
                         const MoveTime& at) {
  const Migration& migration = report.migration;
  if (has_walk(migration.step) && !report.walk.is_done) {
    return fmt::format("{}{}", walked_text(report), report.state.is_paused ? "; it is paused" : "");
  }
  switch (migration.step) {
    case MigrationStep::Verify:
      if (report.walk.wrong == 0) return "";
      return wrong_text(report, "do not have both forms with equal values; mend them, then repeat");
    case MigrationStep::Quiet: {
      auto why = still_declared(migration);
      return why.empty() ? not_quiet_yet(report, options, at) : why;
    }
    case MigrationStep::Contract:
    case MigrationStep::RollBack:
      if (report.walk.wrong == 0) return "";
      return wrong_text(report, "cannot lose the one form, because they lack the other");
    default:
      return "";
  }
}

Error refused(const Migration& migration, std::string_view to, std::string_view why) {
  return Error::invalid_argument(
      fmt::format("migration {} cannot {}: {}", migration.name, to, why));
}

MigrationState begun(MigrationState state, MigrationStep step, WallTime now) {
  state.step = step;
  state.since = now;
  ++state.run;
  state.is_paused = false;
  return state;
}

Result<MigrationState> advanced(const MigrationReport& report, const MoveOptions& options,
                                const MoveTime& at) {
  const Migration& migration = report.migration;
  if (!report.next) {
    return Error::invalid_argument(fmt::format("migration {} is {}: there is no next step",
                                               migration.name, model::name_of(migration.step)));
  }
  const std::string why = why_not_done(report, options, at);
  if (!why.empty()) {
    return refused(migration, fmt::format("go on to {}", model::name_of(*report.next)), why);
  }
  MigrationState next = begun(report.state, *report.next, at.now);
  const bool is_forced = migration.step == MigrationStep::Quiet && !options.forced_by.empty();
  if (is_forced) next.forced_by = options.forced_by;
  return next;
}

Result<MigrationState> repeated(const MigrationReport& report, WallTime now) {
  if (report.migration.step != MigrationStep::Verify) {
    return refused(
        report.migration, "repeat its backfill",
        fmt::format("it is at the step {}, not at verify", model::name_of(report.migration.step)));
  }
  return begun(report.state, MigrationStep::Backfill, now);
}

std::string_view why_no_way_back(MigrationStep step) {
  if (step == MigrationStep::RollBack) return "it is on its way back already";
  return step == MigrationStep::Contract
             ? "the old form is being removed: restore the table as it was"
             : "it is over";
}

Result<MigrationState> rolled_back(const MigrationReport& report, const model::Model& model,
                                   WallTime now) {
  const Migration& migration = report.migration;
  if (!model::shows_both(migration.step)) {
    return refused(migration, "roll back", why_no_way_back(migration.step));
  }
  const bool has_both = !migration.olds.empty() && !migration.news.empty();
  if (!has_both) return begun(report.state, MigrationStep::RolledBack, now);
  const std::string why = still_read(model, migration);
  if (!why.empty()) return refused(migration, "roll back", why);
  return begun(report.state, MigrationStep::RollBack, now);
}

Result<MigrationState> paused(const MigrationReport& report, bool pauses) {
  if (!has_walk(report.migration.step)) {
    return refused(report.migration, pauses ? "pause" : "resume",
                   fmt::format("the step {} has no walk", model::name_of(report.migration.step)));
  }
  MigrationState state = report.state;
  state.is_paused = pauses;
  return state;
}

}  // namespace

std::string_view name_of(MigrationMove move) { return kMoves[static_cast<std::size_t>(move)]; }

std::optional<MigrationMove> migration_move_named(std::string_view name) {
  const auto found = std::ranges::find(kMoves, name);
  if (found == kMoves.end()) return std::nullopt;
  return static_cast<MigrationMove>(found - kMoves.begin());
}

std::optional<MigrationStep> next_step(const Migration& migration) {
  const bool is_add = migration.kind == MigrationKind::Add;
  const bool is_removal = migration.kind == MigrationKind::Remove;
  switch (migration.step) {
    case MigrationStep::Declared:
      return MigrationStep::Expand;
    case MigrationStep::Expand:
      return is_removal ? MigrationStep::Switch : MigrationStep::Backfill;
    case MigrationStep::Backfill:
      return MigrationStep::Verify;
    case MigrationStep::Verify:
      return MigrationStep::Switch;
    case MigrationStep::Switch:
      return is_add ? MigrationStep::Done : MigrationStep::Quiet;
    case MigrationStep::Quiet:
      return MigrationStep::Contract;
    case MigrationStep::Contract:
      return MigrationStep::Done;
    case MigrationStep::RollBack:
      return MigrationStep::RolledBack;
    case MigrationStep::Done:
    case MigrationStep::RolledBack:
      return std::nullopt;
  }
  return std::nullopt;
}

MoveTime move_time(const Clock& clock) {
  return {.now = clock.wall_now(), .is_certain = clock.trusted_now().has_value()};
}

Task<Result<std::vector<MigrationReport>>> report_migrations(const operations::Context& context,
                                                             const HeldModel& held) {
  std::vector<MigrationReport> reports;
  for (Migration& migration : migrations_at(*held.model, held.record.migrations)) {
    const auto state = held.record.migrations.find(migration.name);
    if (state == held.record.migrations.end()) continue;
    MigrationReport report{.migration = std::move(migration), .state = state->second};
    report.table = report.migration.entity->table->name;
    report.next = next_step(report.migration);
    const auto table = context.catalog.find(report.table);
    if (table) {
      const auto counts = context.catalog.statistics().counts_of(table->id, keys::IndexId::Base);
      report.items_of_table = static_cast<std::uint64_t>(std::max<std::int64_t>(counts.items, 0));
      auto walk =
          co_await read_walk(context.engine, table->id, report.migration.name, report.state.run);
      CO_TRY(walk);
      report.walk = std::move(*walk);
    }
    report.waits_for = why_not_done(report, {}, move_time(context.clock));
    reports.push_back(std::move(report));
  }
  co_return reports;
}

Result<MigrationState> moved(const MigrationReport& report, const model::Model& model,
                             MigrationMove move, const MoveOptions& options, const MoveTime& at) {
  switch (move) {
    case MigrationMove::Advance:
      return advanced(report, options, at);
    case MigrationMove::Repeat:
      return repeated(report, at.now);
    case MigrationMove::Pause:
    case MigrationMove::Resume:
      return paused(report, move == MigrationMove::Pause);
    case MigrationMove::RollBack:
      return rolled_back(report, model, at.now);
  }
  return Error::invalid_argument("no such move");
}

}  // namespace partita::registry
