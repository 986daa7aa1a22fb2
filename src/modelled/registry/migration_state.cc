#include "modelled/registry/migration_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/definition/search.h"

namespace partita::registry {
namespace {

using model::Migration;
using model::MigrationStep;

bool is_among(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool reads(const model::Rollup& rollup, std::string_view attribute) {
  if (rollup.time == attribute) return true;
  for (const model::GroupKey& key : rollup.group_by) {
    if (is_among(key.value.names(), attribute)) return true;
  }
  return std::ranges::any_of(rollup.measures, [&](const model::Measure& measure) {
    return measure.kind != model::MeasureKind::Formula && measure.value &&
           is_among(measure.value->names(), attribute);
  });
}

bool reads(const model::Search& search, std::string_view attribute) {
  return is_among(search.filters, attribute) || is_among(search.facets, attribute) ||
         std::ranges::find(search.fields, attribute, &model::SearchField::attribute) !=
             search.fields.end();
}

void add_index_keys(const model::Row& row, std::string_view attribute,
                    std::vector<std::string>& readers) {
  for (const model::IndexKey& key : row.index_keys) {
    if (key.each == attribute || key.key.uses(attribute)) {
      readers.push_back(fmt::format("index key {}", key.name));
    }
  }
}

const Migration* find(const std::vector<Migration>& migrations, std::string_view id) {
  const auto found = std::ranges::find(migrations, id, &Migration::name);
  return found == migrations.end() ? nullptr : &*found;
}

// What is kept of an attribute is right only if all items have it.
void check_new(const model::Model& model, const Migration& migration,
               std::vector<std::string>& obstacles) {
  if (model::has_all_new(migration.step)) return;
  for (const auto& made : migration.news) {
    for (const std::string& reader : readers_of(model, *migration.entity, made.name)) {
      obstacles.push_back(fmt::format(
          "{} reads `{}`, which migration {} is still giving to older items: declare it once the "
          "migration is switched",
          reader, made.name, migration.name));
    }
  }
}

void check_old(const Migration& migration, std::vector<std::string>& obstacles) {
  if (migration.step != MigrationStep::Contract && migration.step != MigrationStep::Done) return;
  for (const auto& old : migration.olds) {
    if (migration.entity->find_attribute(old.name) == nullptr) continue;
    obstacles.push_back(fmt::format("{} declares `{}`, which migration {} has removed",
                                    migration.entity->name, old.name, migration.name));
  }
}

bool share_an_attribute(const Migration& left, const Migration& right) {
  if (left.entity->name != right.entity->name) return false;
  const auto has = [&](const model::MigratedAttribute& each) {
    return right.has_old(each.name) || right.has_new(each.name);
  };
  return std::ranges::any_of(left.olds, has) || std::ranges::any_of(left.news, has);
}

// Those that have been forms of one attribute one after another may be many.
void check_open(const std::vector<Migration>& migrations, std::vector<std::string>& obstacles) {
  std::vector<const Migration*> open;
  for (const Migration& each : migrations) {
    if (!model::is_over(each.step)) open.push_back(&each);
  }
  if (open.size() > Migration::kOpenMax) {
    obstacles.push_back(fmt::format("{} migrations are open; at most {} can be at a time",
                                    open.size(), Migration::kOpenMax));
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (std::size_t j = i + 1; j < open.size(); ++j) {
      if (!share_an_attribute(*open[i], *open[j])) continue;
      obstacles.push_back(
          fmt::format("migrations {} and {} change the same attribute: finish one "
                      "before the other is declared",
                      open[i]->name, open[j]->name));
    }
  }
}

void check_kept(const std::vector<Migration>& wanted, const MigrationStates& states,
                std::vector<std::string>& obstacles) {
  for (const auto& [id, state] : states) {
    if (find(wanted, id) != nullptr || model::is_over(state.step)) continue;
    obstacles.push_back(fmt::format(
        "migration {} is not in the file any more, but it is at the step {}: finish it, or roll "
        "it back, first",
        id, model::name_of(state.step)));
  }
}

void check_same(const std::vector<Migration>& wanted, const model::Model& former,
                const MigrationStates& states, std::vector<std::string>& obstacles) {
  for (const Migration& was : migrations_at(former, states)) {
    const Migration* is = find(wanted, was.name);
    if (is != nullptr && is->definition != was.definition) {
      obstacles.push_back(
          fmt::format("migration {} says something else than when it began: give the new one an "
                      "id of its own",
                      was.name));
    }
  }
}

}  // namespace

std::vector<Migration> migrations_at(const model::Model& model, const MigrationStates& states) {
  if (model.migrations.empty()) return {};
  auto migrations = model::migrations_of(model);
  for (Migration& each : migrations) {
    const auto state = states.find(each.name);
    each.step = MigrationStep::Expand;
    if (state == states.end()) continue;
    each.step = state->second.step;
    each.run = state->second.run;
    each.is_paused = state->second.is_paused;
  }
  return migrations;
}

MigrationStates states_for(const model::Model& model, const MigrationStates& former, WallTime now) {
  MigrationStates states;
  if (model.migrations.empty()) return states;
  for (const Migration& each : model::migrations_of(model)) {
    if (!each.notes.is_live) continue;
    const auto known = former.find(each.name);
    states[each.name] =
        known != former.end() ? known->second : MigrationState{.since = now, .run = 1};
  }
  return states;
}

std::vector<std::string> readers_of(const model::Model& model, const model::Entity& entity,
                                    std::string_view attribute) {
  std::vector<std::string> readers;
  for (const model::Rollup& rollup : model.rollups) {
    if (rollup.of == &entity && reads(rollup, attribute)) {
      readers.push_back(fmt::format("rollup {}", rollup.name));
    }
  }
  for (const model::RawElement& element : model.searches) {
    const model::Search search = model::search_of(model, element);
    if (search.of == &entity && reads(search, attribute)) {
      readers.push_back(fmt::format("search {}", search.name));
    }
  }
  for (const model::UniqueConstraint& unique : entity.unique) {
    if (is_among(unique.on, attribute)) {
      readers.push_back(fmt::format("unique {} of {}", fmt::join(unique.on, ", "), entity.name));
    }
  }
  add_index_keys(entity.row, attribute, readers);
  if (entity.versioned) add_index_keys(entity.versioned->row, attribute, readers);
  if (entity.edge && entity.edge->mirror) add_index_keys(*entity.edge->mirror, attribute, readers);
  return readers;
}

std::vector<std::string> obstacles_of(const model::Model& wanted, const model::Model* former,
                                      const MigrationStates& states) {
  std::vector<std::string> obstacles;
  const auto migrations = migrations_at(wanted, states);
  for (const Migration& each : migrations) {
    if (!each.notes.is_live) continue;
    check_new(wanted, each, obstacles);
    check_old(each, obstacles);
  }
  check_open(migrations, obstacles);
  check_kept(migrations, states, obstacles);
  if (former != nullptr) check_same(migrations, *former, states, obstacles);
  return obstacles;
}

}  // namespace partita::registry
