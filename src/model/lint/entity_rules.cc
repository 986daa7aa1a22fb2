#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "language/expression/reserved_words.h"
#include "model/lint/name_hints.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

bool is_unique(const model::Entity& entity, std::string_view attribute) {
  return entity.id_attribute() == attribute ||
         std::any_of(entity.unique.begin(), entity.unique.end(), [&](const auto& constraint) {
           return constraint.on.size() == 1 && constraint.on.front() == attribute;
         });
}

// A pattern that finds one item by one attribute means that attribute to be unique.
void check_unique(LintContext& context) {
  std::set<std::string> reported;
  for (const auto& pattern : context.model().patterns) {
    const auto& asked = pattern.where.empty() ? pattern.by : pattern.where;
    const bool is_lookup =
        pattern.entity != nullptr && asked.size() == 1 && !pattern.range &&
        (pattern.kind == model::PatternKind::Get || pattern.kind == model::PatternKind::Query);
    if (!is_lookup || !suggests_unique(asked.front().attribute)) continue;
    const model::Entity& entity = *pattern.entity;
    const std::string subject = entity.name + "." + asked.front().attribute;
    if (is_unique(entity, asked.front().attribute) || !reported.insert(subject).second) continue;
    const model::Attribute* attribute = entity.find_attribute(asked.front().attribute);
    context.report(
        "L220", {attribute == nullptr ? pattern.notes.place : attribute->notes.place, subject,
                 fmt::format("{} finds one item of {} by its {}, but two of them can have the same",
                             pattern.name, entity.name, asked.front().attribute),
                 fmt::format("unique: [{{on: [{}]}}]", asked.front().attribute)});
  }
}

void check_reserved(LintContext& context, const model::Entity& entity) {
  for (const auto& attribute : entity.attributes) {
    if (!expression::is_reserved_word(attribute.name)) continue;
    context.report("L224", {attribute.notes.place, entity.name + "." + attribute.name,
                            fmt::format("{} is a reserved word: expressions that are written by "
                                        "hand must say #{}",
                                        attribute.name, attribute.name)});
  }
}

void check_versions(LintContext& context, const model::Entity& entity) {
  if (!entity.versioned || !entity.versioned->indexes_all_versions) return;
  if (entity.row.index_keys.empty()) return;
  context.report("L225",
                 {entity.versioned->place, entity.name,
                  fmt::format("every version of {} is in the indexes, so lists name an item "
                              "once for each",
                              entity.name),
                  "index: latest"});
}

}  // namespace

void check_entities(LintContext& context) {
  check_unique(context);
  for (const auto& entity : context.model().entities) {
    check_reserved(context, entity);
    check_versions(context, entity);
  }
}

}  // namespace partita::lint
