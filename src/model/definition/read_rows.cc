#include "model/definition/read_rows.h"

#include <utility>

#include "model/definition/node_access.h"

namespace partita::model {
namespace {

constexpr std::string_view kElement = "it";

// The template of this node; a finding and an empty one if it is none. `element` is the name that
// stands for an element of a list, if there is one.
KeyTemplate template_of(const Node& node, SectionContext& context, const Entity& entity,
                        std::string_view element = {}) {
  auto parsed = KeyTemplate::parse(node.text);
  if (!parsed.ok()) {
    context.refuse(kBadFormula, node.place,
                   fmt::format("key template `{}`: {}", node.text, parsed.error().message()));
    return {};
  }
  for (const TemplatePart& part : parsed->parts()) {
    if (!part.variable || part.variable->name == element) continue;
    context.check_attributes(entity, {part.variable->name}, node.place);
  }
  return *std::move(parsed);
}

void add_key(std::string_view name, const Node& map, SectionContext& context, const Entity& entity,
             Row& row) {
  const Node* node = map.find(name);
  if (node == nullptr) {
    context.refuse(kMissing, map.place,
                   fmt::format("the key attribute `{}` of the table `{}` has no template", name,
                               entity.table->id));
    return;
  }
  row.keys.push_back({std::string(name), node->place, template_of(*node, context, entity)});
}

void add_table_keys(const Node& map, SectionContext& context, const Entity& entity, Row& row) {
  add_key(entity.table->partition_key, map, context, entity, row);
  if (entity.table->has_sort_key()) add_key(entity.table->sort_key, map, context, entity, row);
}

IndexKey index_key_of(const Node::Member& member, SectionContext& context, const Entity& entity) {
  IndexKey key;
  key.name = member.name;
  key.place = member.place;
  const Node& node = member.value;
  const Node* each = node.find("each");
  const Node* as = node.find("as");
  if (node.kind == Node::Kind::Text) {
    key.key = template_of(node, context, entity);
  } else if (node.kind == Node::Kind::List) {
    for (const Node& element : node.elements) key.tuple.push_back(element.text);
  } else if (each != nullptr && as != nullptr && node.members.size() == 2) {
    key.each = each->text;
    context.check_attributes(entity, {key.each}, each->place);
    key.key = template_of(*as, context, entity, kElement);
  } else {
    context.refuse(kWrongForm, node.place,
                   fmt::format("the index key `{}` is a template, or {{each: list, as: template "
                               "with {{it}}}}",
                               member.name));
  }
  return key;
}

}  // namespace

void read_row_keys(const Node& map, SectionContext& context, const Entity& entity, Row& row) {
  if (entity.table == nullptr) return;
  add_table_keys(map, context, entity, row);
  for (const Node::Member& member : map.members) {
    if (entity.table->is_key(member.name)) continue;
    std::vector<std::string_view> keys = {entity.table->partition_key};
    if (entity.table->has_sort_key()) keys.push_back(entity.table->sort_key);
    context.refuse_name(fmt::format("key attribute of the table `{}`", entity.table->id),
                        member.name, member.place, keys);
  }
}

void read_index_keys(const Node& map, SectionContext& context, const Entity& entity, Row& row) {
  if (map.kind != Node::Kind::Map) {
    context.refuse(kWrongForm, map.place, "`index_keys` must be a map, not " + describe(map));
    return;
  }
  for (const Node::Member& member : map.members) {
    row.index_keys.push_back(index_key_of(member, context, entity));
  }
}

void read_edge_row(const Node& map, SectionContext& context, const Entity& edge, Row& row) {
  if (edge.table == nullptr) return;
  add_table_keys(map, context, edge, row);
  for (const Node::Member& member : map.members) {
    if (edge.table->is_key(member.name)) continue;
    row.index_keys.push_back(index_key_of(member, context, edge));
  }
}

void read_versioning(const Node& node, SectionContext& context, Entity& entity) {
  const Node* versioned = node.find("versioned");
  if (versioned == nullptr) return;
  Versioning versioning;
  versioning.place = versioned->place;
  if (const Node* row = versioned->find("row")) {
    read_row_keys(*row, context, entity, versioning.row);
  }
  versioning.number = text_at(*versioned, "number");
  versioning.time = text_at(*versioned, "time");
  versioning.pointer = text_at(*versioned, "pointer");
  context.check_attributes(entity, {versioning.number, versioning.time}, versioned->place);
  if (!versioning.pointer.empty()) {
    context.check_attributes(entity, {versioning.pointer}, place_at(*versioned, "pointer"));
  }
  versioning.copies_all = text_at(*versioned, "copy") != "none";
  versioning.indexes_all_versions = text_at(*versioned, "index") == "all";
  versioning.keep = count_at(*versioned, "keep");
  entity.versioned = std::move(versioning);
}

}  // namespace partita::model
