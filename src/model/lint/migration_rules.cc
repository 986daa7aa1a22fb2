#include <fmt/format.h>

#include <algorithm>

#include "model/definition/migration.h"
#include "model/definition/node_access.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

using model::Migration;
using model::MigrationKind;

void check_types(LintContext& context, const Migration& migration, const model::Node& content) {
  const auto report = [&](const std::string& attribute, std::string_view declared,
                          std::string_view made) {
    context.report("L250", {migration.notes.place, migration.name,
                            fmt::format("`{}` is declared as a {}, but the migration makes it a {}",
                                        attribute, declared, made)});
  };
  const auto& made = migration.news.front();
  const model::Attribute* declared = migration.entity->find_attribute(made.name);
  if (declared == nullptr) return;
  const std::string_view kind = name_of(declared->type->kind);
  if (migration.kind == MigrationKind::Retype) {
    const std::string wanted = model::text_at(*content.find("retype"), "to");
    if (wanted != kind && wanted != declared->type->name) report(made.name, kind, wanted);
  }
  if (migration.kind != MigrationKind::Rename) return;
  const model::Attribute* old = migration.entity->find_attribute(migration.olds.front().name);
  if (old == nullptr || old->type->kind == declared->type->kind) return;
  report(made.name, kind, name_of(old->type->kind));
}

void check_indexes(LintContext& context, const Migration& migration) {
  for (const model::Index& index : migration.entity->table->indexes) {
    const auto is_old = [&](const std::string& name) { return migration.has_old(name); };
    const bool is_keyed =
        std::ranges::any_of(index.partition, is_old) || std::ranges::any_of(index.sort, is_old);
    if (!is_keyed) continue;
    context.report("L251", {migration.notes.place, migration.name,
                            fmt::format("index {} is keyed by what migration {} removes",
                                        index.name, migration.name),
                            "add an index with the new attribute beside it, and remove it before "
                            "the contract"});
  }
}

void check_old(LintContext& context, const Migration& migration) {
  for (const auto& old : migration.olds) {
    const model::Attribute* declared = migration.entity->find_attribute(old.name);
    if (declared == nullptr || !declared->is_required) continue;
    context.report("L252", {migration.notes.place, migration.name,
                            fmt::format("`{}` of {} is required, so it cannot be removed", old.name,
                                        migration.entity->name),
                            "declare it without `required`, or not at all"});
  }
}

void check_overlap(LintContext& context, const Migration& first, const Migration& second) {
  if (first.entity != second.entity) return;
  for (const auto* form : {&second.olds, &second.news}) {
    for (const auto& each : *form) {
      if (!first.has_old(each.name) && !first.has_new(each.name)) continue;
      context.report("L253", {second.notes.place, second.name,
                              fmt::format("migrations {} and {} both change `{}`: only one of them "
                                          "can be open at a time",
                                          first.name, second.name, each.name)});
      return;
    }
  }
}

void check_back(LintContext& context, const Migration& migration) {
  if (migration.kind == MigrationKind::Remove || migration.has_back()) return;
  context.report("L254", {migration.notes.place, migration.name,
                          "`back` is missing: programs that know only the new form cannot write "
                          "before the switch, and to roll back loses what they write after it",
                          "back: a formula that makes the old attribute of the new ones"});
}

void check_backfill(LintContext& context, const Migration& migration) {
  if (migration.kind != MigrationKind::Add) return;
  const auto& added = migration.news.front();
  const model::Attribute* declared = migration.entity->find_attribute(added.name);
  if (declared == nullptr || !declared->is_required || !added.made) return;
  for (const std::string& name : added.made->names()) {
    const model::Attribute* read = migration.entity->find_attribute(name);
    if (read != nullptr && (read->is_required || read->is_filled())) continue;
    context.report("L255", {migration.notes.place, migration.name,
                            fmt::format("the backfill of `{}` is absent for items without `{}`",
                                        added.name, name),
                            fmt::format("coalesce({}, ...)", name)});
  }
}

}  // namespace

void check_migrations(LintContext& context) {
  const auto migrations = model::migrations_of(context.model());
  for (std::size_t i = 0; i < migrations.size(); ++i) {
    const Migration& migration = migrations[i];
    const auto& elements = context.model().migrations;
    const auto element = std::ranges::find(elements, migration.name, &model::RawElement::name);
    if (!migration.news.empty()) check_types(context, migration, element->content);
    check_indexes(context, migration);
    check_old(context, migration);
    for (std::size_t j = 0; j < i; ++j) check_overlap(context, migrations[j], migration);
    check_back(context, migration);
    check_backfill(context, migration);
  }
}

}  // namespace partita::lint
