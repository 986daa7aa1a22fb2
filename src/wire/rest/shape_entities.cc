#include "model/definition/entity_attributes.h"
#include "model/exports/wording.h"
#include "wire/rest/shape_parts.h"

namespace partita::rest {
namespace {

using model::Attribute;
using model::Entity;
using model::Lease;

void write_bound(JsonText& json, std::string_view name, const std::optional<Number>& bound) {
  if (bound) json.member(name, *bound);
}

void write_attribute_shape(JsonText& json, const Attribute& attribute) {
  json.open_object();
  json.member("name", attribute.name);
  write_notes(json, attribute.notes);
  json.member("rules", exports::rules_text(attribute));
  write_type_members(json, *attribute.type);
  if (attribute.is_required) json.flag("required");
  if (attribute.is_nullable) json.flag("nullable");
  if (attribute.is_immutable) json.flag("immutable");
  if (attribute.is_sensitive) json.flag("sensitive");
  if (attribute.is_pii) json.flag("pii");
  if (attribute.is_hidden) json.flag("hidden");
  if (attribute.is_filled()) json.flag("filled");
  if (attribute.references != nullptr) json.member("references", attribute.references->name);
  json.close_object();
}

void write_row_shape(JsonText& json, const model::Row& row) {
  json.array("keys");
  for (const model::DerivedKey& key : row.keys) {
    json.open_object();
    json.member("name", key.name);
    json.member("template", key.key.text());
    json.close_object();
  }
  json.close_array();
  json.array("index_keys");
  for (const model::IndexKey& key : row.index_keys) {
    json.open_object();
    json.member("name", key.name);
    json.member("template", key.key.text());
    write_text(json, "each", key.each);
    json.close_object();
  }
  json.close_array();
}

void write_transition_shape(JsonText& json, const model::Transition& transition) {
  json.open_object();
  write_text(json, "name", transition.name);
  write_notes(json, transition.notes);
  json.strings("from", transition.from);
  json.strings("to", transition.to);
  json.strings("stamps", transition.stamps);
  json.strings("requires", transition.required);
  json.strings("clears", transition.clears);
  if (transition.when) json.member("when", transition.when->text());
  write_text(json, "role", transition.role);
  if (transition.by_server) json.flag("by_server");
  if (transition.by_worker) json.flag("by_worker");
  json.close_object();
}

void write_lease_shape(JsonText& json, const Lease& lease) {
  json.open_object();
  json.member("state", lease.state);
  json.member("from", lease.from);
  write_duration(json, "timeout_ms", lease.timeout);
  json.member("then", lease.then == Lease::Then::Report  ? "report"
                      : lease.then == Lease::Then::Count ? "count"
                                                         : "move");
  write_text(json, "to", lease.to);
  json.close_object();
}

void write_work_shape(JsonText& json, const model::WorkLease& work) {
  json.object("work");
  json.strings("states", work.states);
  write_duration(json, "for_ms", work.time);
  json.member("token", work.token);
  json.member("until", work.until);
  write_text(json, "worker", work.worker);
  write_text(json, "attempts", work.attempts);
  if (work.attempts_max > 0) json.member("max", work.attempts_max);
  json.member("then", work.back_to);
  write_text(json, "dead", work.dead);
  json.close_object();
}

void write_lifecycle_shape(JsonText& json, const model::Lifecycle& lifecycle) {
  json.object("lifecycle");
  json.member("attribute", lifecycle.attribute);
  json.strings("states", lifecycle.states);
  json.strings("initial", lifecycle.initial);
  json.strings("final", lifecycle.final);
  json.array("transitions");
  for (const auto& transition : lifecycle.transitions) write_transition_shape(json, transition);
  json.close_array();
  json.array("leases");
  for (const Lease& lease : lifecycle.leases) write_lease_shape(json, lease);
  json.close_array();
  if (lifecycle.work) write_work_shape(json, *lifecycle.work);
  json.flag("only_final_are_deleted", lifecycle.only_final_are_deleted);
  json.close_object();
}

void write_edge_end(JsonText& json, std::string_view name, const model::Edge::End& end) {
  json.object(name);
  json.member("entity", end.entity->name);
  json.member("attribute", end.attribute);
  json.close_object();
}

void write_extras(JsonText& json, const Entity& entity) {
  if (entity.lifecycle) write_lifecycle_shape(json, *entity.lifecycle);
  if (entity.edge) {
    json.object("edge");
    write_edge_end(json, "from", entity.edge->from);
    write_edge_end(json, "to", entity.edge->to);
    json.close_object();
  }
  if (entity.expire) {
    json.object("expire");
    json.member("attribute", entity.expire->attribute);
    json.member("from", entity.expire->from);
    write_duration(json, "after_ms", entity.expire->after);
    json.close_object();
  }
  if (entity.revision) json.member("revision", entity.revision->attribute);
  if (entity.versioned) json.flag("versioned");
  if (entity.materialized_from != nullptr) {
    json.member("materialized_from", entity.materialized_from->name);
  }
}

}  // namespace

void write_type_members(JsonText& json, const model::AttributeType& type) {
  json.member("kind", model::name_of(type.kind));
  json.member("type", exports::type_text(type));
  if (!type.values.empty()) json.strings("values", type.values);
  if (type.kind == model::AttributeKind::Timestamp) {
    json.member("encoding", model::name_of(type.encoding));
  }
  if (type.format != model::TextFormat::None) json.member("format", model::name_of(type.format));
  write_bound(json, "min", type.bounds.min);
  write_bound(json, "max", type.bounds.max);
}

void write_entity_shape(JsonText& json, const Entity& entity) {
  json.open_object();
  json.member("name", entity.name);
  write_notes(json, entity.notes);
  if (entity.table != nullptr) json.member("table", entity.table->name);
  write_text(json, "id", entity.id_attribute());
  write_row_shape(json, entity.row);
  json.array("attributes");
  for (const Attribute& attribute : entity.attributes) write_attribute_shape(json, attribute);
  json.close_array();
  write_extras(json, entity);
  json.close_object();
}

}  // namespace partita::rest
