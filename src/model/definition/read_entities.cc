#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"
#include "model/definition/read_lifecycle.h"
#include "model/definition/read_model.h"
#include "model/definition/read_rows.h"
#include "model/definition/sections.h"

namespace partita::model {
namespace {

bool is_entity_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (text.empty() || !is_letter(text.front())) return false;
  for (const char c : text) {
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return true;
}

// Adds an element of that name for each member of a section.
template <typename Container>
void declare(std::string_view section, SectionContext& context, Container& elements) {
  for (const Node::Member& member : members_at(context.file, section)) {
    if (!is_entity_name(member.name)) {
      context.refuse(
          kWrongForm, member.place,
          fmt::format("`{}` is no name: letters, digits and _, a letter first", member.name));
    }
    for (const auto& element : elements) {
      if (element.name != member.name) continue;
      context.refuse(
          kSameName, member.place,
          fmt::format("the name `{}` is taken on line {}", member.name, element.notes.place.line));
    }
    auto& element = elements.emplace_back();
    element.name = member.name;
    element.notes = context.notes_of(member.value, member.place);
  }
}

// The table that is named, or the only one.
Table* table_of(const Node& node, Place place, SectionContext& context) {
  if (const Node* table = node.find("table")) return context.table(table->text, table->place);
  if (context.model.tables.size() == 1) return &context.model.tables.front();
  context.refuse(kMissing, place, "`table` must be there: the model has more than one table");
  return nullptr;
}

void read_match(const Node& node, Entity& entity) {
  const Node* match = node.find("match");
  if (match == nullptr) return;
  entity.matches_all = match->is_scalar();
  for (const Node::Member& member : match->members) {
    AttributeMatch condition{member.name, member.place, {}};
    if (member.value.is_scalar()) condition.values.push_back(plain_value(member.value));
    for (const Node& value : member.value.elements) condition.values.push_back(plain_value(value));
    entity.match.push_back(std::move(condition));
  }
}

std::size_t count_values(const Node& node) {
  std::size_t count = 1;
  for (const Node& element : node.elements) count += count_values(element);
  for (const Node::Member& member : node.members) count += count_values(member.value);
  return count;
}

bool may_include(const Node& fields, Place place, SectionContext& context) {
  if (context.included_values <= kModelNodesMax) context.included_values += count_values(fields);
  if (context.included_values <= kModelNodesMax) return true;
  context.refuse(kWrongForm, place,
                 fmt::format("all `include`s together bring more than {} values", kModelNodesMax));
  return false;
}

// Its own attributes, then the included ones that it has not itself; then all their formulas.
void read_all_attributes(const Node& node, TypeReader& types, SectionContext& context,
                         std::vector<Attribute>& attributes) {
  std::vector<const Node*> nodes(attributes.size(), nullptr);
  const auto read = [&](const Node& map, std::string_view included_from) {
    std::vector<Attribute> more;
    read_attributes(map, included_from, types, context, more);
    for (std::size_t i = 0; i < more.size(); ++i) {
      if (find_attribute(attributes, more[i].name) != nullptr) continue;
      attributes.push_back(std::move(more[i]));
      nodes.push_back(&map.members[i].value);
    }
  };
  if (const Node* own = node.find("attributes")) read(*own, {});
  for (const Node& name : elements_at(node, "include")) {
    const Node* fields = types.fields_of(name.text, name.place);
    if (fields != nullptr && may_include(*fields, name.place, context)) read(*fields, name.text);
  }
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (nodes[i] != nullptr) finish_attribute(*nodes[i], attributes, context, attributes[i]);
  }
  refuse_circles(attributes, context);
}

// An attribute that the model implies and nobody lists.
void imply_attribute(std::string_view name, Place place, std::vector<Attribute>& attributes) {
  if (find_attribute(attributes, name) != nullptr) return;
  Attribute& attribute = attributes.emplace_back();
  attribute.name = name;
  attribute.notes.place = place;
  auto type = std::make_shared<AttributeType>();
  type->kind = AttributeKind::String;
  type->place = place;
  attribute.type = std::move(type);
}

void read_schema_version(const Node& node, Entity& entity) {
  const Node* version = node.find("schema_version");
  if (version == nullptr) return;
  entity.schema_version = SchemaVersion{text_at(*version, "attribute"), text_at(*version, "value")};
  imply_attribute(entity.schema_version->attribute, version->place, entity.attributes);
}

void read_unique(const Node& node, SectionContext& context, Entity& entity) {
  for (const Node& element : elements_at(node, "unique")) {
    UniqueConstraint unique{element.place, level_at(element), texts_at(element, "on"),
                            element.find("fold") != nullptr};
    context.check_attributes(entity, unique.on, place_at(element, "on"));
    entity.unique.push_back(std::move(unique));
  }
}

void set_ttl(const std::string& attribute, Place place, SectionContext& context, Table& table) {
  if (!table.ttl_attribute.empty() && table.ttl_attribute != attribute) {
    context.refuse(kSameName, place,
                   fmt::format("items of the table `{}` expire by `{}` already; a table has one "
                               "such attribute",
                               table.id, table.ttl_attribute));
    return;
  }
  table.ttl_attribute = attribute;
}

void read_expiry(const Node& node, SectionContext& context, Entity& entity, Table* table) {
  const Node* expire = node.find("expire");
  if (expire == nullptr) return;
  Expiry expiry;
  expiry.place = expire->place;
  expiry.level = level_at(*expire);
  expiry.attribute = text_at(*expire, "attribute");
  expiry.from = text_at(*expire, "from");
  expiry.after = span_at(*expire, "after").value_or(Duration(0));
  expiry.tolerance = span_at(*expire, "tolerance").value_or(expiry.tolerance);
  context.check_attributes(entity, {expiry.attribute, expiry.from}, expire->place);
  const Attribute* from = entity.find_attribute(expiry.from);
  if (from != nullptr && from->type->kind != AttributeKind::Timestamp) {
    context.refuse(kWrongForm, place_at(*expire, "from"),
                   fmt::format("`{}` is no timestamp", expiry.from));
  }
  if (table != nullptr) set_ttl(expiry.attribute, expire->place, context, *table);
  entity.expire = std::move(expiry);
}

void read_revision(const Node& node, SectionContext& context, Entity& entity) {
  const Node* revision = node.find("rev");
  if (revision == nullptr) return;
  entity.revision =
      Revision{revision->place, text_at(*revision, "attribute"), flag_at(*revision, "require")};
  context.check_attributes(entity, {entity.revision->attribute}, revision->place);
}

void read_entity(const Node::Member& member, TypeReader& types, SectionContext& context,
                 Entity& entity) {
  const Node& node = member.value;
  Table* table = table_of(node, member.place, context);
  entity.table = table;
  entity.level = level_at(node);
  entity.put_mode = text_at(node, "put_mode") == "merge" ? PutMode::Merge : PutMode::Replace;
  read_match(node, entity);
  read_all_attributes(node, types, context, entity.attributes);
  read_schema_version(node, entity);
  for (const AttributeMatch& match : entity.match) {
    context.check_attributes(entity, {match.attribute}, match.place);
  }
  if (const Node* key = node.find("key")) read_row_keys(*key, context, entity, entity.row);
  if (const Node* keys = node.find("index_keys")) {
    read_index_keys(*keys, context, entity, entity.row);
  }
  read_unique(node, context, entity);
  read_lifecycle(node, context, entity);
  read_expiry(node, context, entity, table);
  read_revision(node, context, entity);
  read_versioning(node, context, entity);
  if (const Node* rollup = node.find("materialized_from")) {
    entity.materialized_from = context.rollup(rollup->text, rollup->place);
  }
}

// {User: userId}: the entity at one end, and what its id is called here.
Edge::End read_end(const Node& node, std::string_view key, SectionContext& context, Entity& edge) {
  Edge::End end;
  const Node* map = node.find(key);
  if (map == nullptr || map->members.size() != 1) {
    context.refuse(kWrongForm, place_at(node, key),
                   fmt::format("`{}` names one entity and its id here: {{User: userId}}", key));
    return end;
  }
  const Node::Member& member = map->members.front();
  end.place = member.place;
  end.entity = context.entity(member.name, member.place);
  end.attribute = member.value.text;
  imply_attribute(end.attribute, member.place, edge.attributes);
  Attribute& id = edge.attributes.back();
  if (id.name != end.attribute) return end;
  id.is_required = true;
  id.is_immutable = true;
  id.references = end.entity;
  return end;
}

// An end's id has the type it has in its entity, if that is a string; known once all entities are.
void share_id_type(const Edge::End& end, Entity& edge) {
  if (end.entity == nullptr) return;
  const Attribute* original = end.entity->find_attribute(end.entity->id_attribute());
  for (Attribute& attribute : edge.attributes) {
    if (attribute.name != end.attribute || original == nullptr) continue;
    if (original->type->kind == AttributeKind::String) attribute.type = original->type;
  }
}

void read_edge(const Node::Member& member, TypeReader& types, SectionContext& context,
               Entity& edge) {
  const Node& node = member.value;
  edge.table = table_of(node, member.place, context);
  edge.level = level_at(node);
  Edge ends;
  ends.from = read_end(node, "from", context, edge);
  ends.to = read_end(node, "to", context, edge);
  share_id_type(ends.from, edge);
  share_id_type(ends.to, edge);
  read_all_attributes(node, types, context, edge.attributes);
  const std::vector<Node>& rows = elements_at(node, "rows");
  if (rows.empty() || rows.size() > 2) {
    context.refuse(kWrongForm, place_at(node, "rows"), "an edge has one or two `rows`");
  }
  if (!rows.empty()) read_edge_row(rows[0], context, edge, edge.row);
  if (rows.size() > 1) read_edge_row(rows[1], context, edge, ends.mirror.emplace());
  edge.edge = std::move(ends);
}

// What an attribute must equal is an attribute of an entity that may have been read after it.
void check_equalities(const Entity& entity, SectionContext& context) {
  for (const Attribute& attribute : entity.attributes) {
    if (!attribute.must_equal || attribute.must_equal->entity == nullptr) continue;
    context.check_attributes(*attribute.must_equal->entity, {attribute.must_equal->attribute},
                             attribute.must_equal->place);
  }
}

}  // namespace

void declare_names(SectionContext& context) {
  declare("entities", context, context.model.entities);
  declare("edges", context, context.model.entities);
  declare("patterns", context, context.model.patterns);
  declare("rollups", context, context.model.rollups);
  declare("pages", context, context.model.pages);
}

void read_entities(TypeReader& types, SectionContext& context) {
  auto entity = context.model.entities.begin();
  for (const Node::Member& member : members_at(context.file, "entities")) {
    read_entity(member, types, context, *entity++);
  }
  for (const Node::Member& member : members_at(context.file, "edges")) {
    read_edge(member, types, context, *entity++);
  }
  for (const Entity& known : context.model.entities) check_equalities(known, context);
}

}  // namespace partita::model
