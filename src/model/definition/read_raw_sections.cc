#include <utility>

#include "model/definition/archive_section.h"
#include "model/definition/migration_section.h"
#include "model/definition/node_access.h"
#include "model/definition/search_section.h"
#include "model/definition/sections.h"
#include "model/definition/sync_section.h"

namespace partita::model {
namespace {

std::vector<RawElement> read_section(std::string_view name, SectionContext& context) {
  std::vector<RawElement> elements;
  for (const Node::Member& member : members_at(context.file, name)) {
    if (const Node* of = member.value.find("of")) context.entity(of->text, of->place);
    elements.push_back({member.name, context.notes_of(member.value, member.place), member.value});
  }
  return elements;
}

std::vector<RawElement> read_migrations(SectionContext& context) {
  std::vector<RawElement> elements;
  for (const Node& element : elements_at(context.file, "migrations")) {
    context.entity(text_at(element, "entity"), place_at(element, "entity"));
    elements.push_back({text_at(element, "id"), context.notes_of(element, element.place), element});
  }
  return elements;
}

}  // namespace

void read_raw_sections(SectionContext& context) {
  Model& model = context.model;
  model.searches = read_section("search", context);
  check_searches(context);
  model.syncs = read_section("sync", context);
  check_syncs(context);
  model.archives = read_section("archive", context);
  for (const RawElement& archive : model.archives) {
    context.entity(archive.name, archive.notes.place);
  }
  check_archives(context);
  model.migrations = read_migrations(context);
  check_migrations(context);
  model.requests = read_section("requests", context);
  model.documented_costs = read_section("documented_costs", context);
}

}  // namespace partita::model
