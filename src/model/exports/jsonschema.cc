#include "model/exports/jsonschema.h"

#include <fmt/format.h>

#include <utility>

#include "model/definition/entity_attributes.h"
#include "model/exports/type_schema.h"

namespace partita::exports {
namespace {

constexpr std::string_view kDefinitions = "#/$defs/";

std::vector<std::string> required_of(const model::Entity& entity) {
  std::vector<std::string> names = model::implied_ids(entity);
  for (const model::Attribute* attribute : model::all_attributes(entity)) {
    if (attribute->is_required && !attribute->is_filled()) names.push_back(attribute->name);
  }
  return names;
}

void write_entity(JsonText& json, const TypeSchema& types, const model::Entity& entity) {
  json.object(entity.name);
  if (!entity.notes.description.empty()) json.member("description", entity.notes.description);
  types.write_properties({.attributes = model::all_attributes(entity),
                          .ids = model::implied_ids(entity),
                          .made_keys = model::made_keys(entity)});
  if (const auto required = required_of(entity); !required.empty()) {
    json.strings("required", required);
  }
  if (entity.table != nullptr && entity.table->rejects_unknown_attributes) {
    json.name("additionalProperties");
    json.boolean(false);
  }
  json.close_object();
}

}  // namespace

std::string jsonschema(const model::Model& model) {
  JsonText json;
  const TypeSchema types(json, model, kDefinitions);
  json.open_object();
  json.member("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.member("title", fmt::format("Items of {}, version {}", model.name, model.version));
  if (!model.notes.description.empty()) json.member("description", model.notes.description);
  json.array("anyOf");
  for (const model::Entity& entity : model.entities) {
    json.open_object();
    json.member("$ref", std::string(kDefinitions) + entity.name);
    json.close_object();
  }
  json.close_array();
  json.object("$defs");
  for (const model::Entity& entity : model.entities) write_entity(json, types, entity);
  types.write_named_types();
  json.close_object();
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::exports
