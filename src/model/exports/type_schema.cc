#include "model/exports/type_schema.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::exports {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;
using model::TextFormat;

constexpr std::string_view kUlidPattern = "^[0-7][0-9A-HJKMNP-TV-Z]{25}$";
constexpr std::string_view kMimePattern = "^[^/\\s]+/[^/\\s]+$";
constexpr std::string_view kArnPattern = "^arn:";

// How JSON Schema calls the bounds of numbers, texts and arrays. Only numbers have open ones, so
// those of lengths are moved by one.
struct BoundNames {
  std::string_view min;
  std::string_view max;
};

void write_count_bounds(JsonText& json, const model::Bounds& bounds, BoundNames names) {
  if (bounds.min) json.member(names.min, *bounds.min);
  if (bounds.max) json.member(names.max, *bounds.max);
  if (bounds.above) {
    if (const auto least = bounds.above->plus(Number(1)); least.ok())
      json.member(names.min, *least);
  }
  if (bounds.below) {
    if (const auto most = bounds.below->minus(Number(1)); most.ok()) json.member(names.max, *most);
  }
}

void write_number_bounds(JsonText& json, const model::Bounds& bounds) {
  if (bounds.min) json.member("minimum", *bounds.min);
  if (bounds.max) json.member("maximum", *bounds.max);
  if (bounds.above) json.member("exclusiveMinimum", *bounds.above);
  if (bounds.below) json.member("exclusiveMaximum", *bounds.below);
}

void write_format(JsonText& json, TextFormat format) {
  switch (format) {
    case TextFormat::None:
      return;
    case TextFormat::Uuid:
    case TextFormat::Email:
    case TextFormat::Uri:
      return json.member("format", model::name_of(format));
    case TextFormat::Ulid:
      return json.member("pattern", kUlidPattern);
    case TextFormat::Mime:
      return json.member("pattern", kMimePattern);
    case TextFormat::Arn:
      return json.member("pattern", kArnPattern);
  }
}

std::vector<const Attribute*> pointers_to(const std::vector<Attribute>& attributes) {
  std::vector<const Attribute*> result;
  for (const Attribute& attribute : attributes) result.push_back(&attribute);
  return result;
}

bool has_conditions(const Attribute& attribute, const std::vector<const Attribute*>& all) {
  if (!attribute.only_when) return attribute.type->kind == AttributeKind::Union;
  if (attribute.only_when->never) return false;
  // A field's condition may name an attribute around its map, which a schema of the map cannot see.
  return std::all_of(attribute.only_when->matches.begin(), attribute.only_when->matches.end(),
                     [&](const model::AttributeMatch& match) {
                       return std::any_of(all.begin(), all.end(), [&](const Attribute* other) {
                         return other->name == match.attribute;
                       });
                     });
}

}  // namespace

std::string definition_name(const model::Model& model, std::string_view type_name) {
  std::string name(type_name);
  if (model.find_entity(type_name) != nullptr) name.append("Type");
  return name;
}

std::vector<std::string> required_names(const std::vector<const Attribute*>& attributes) {
  std::vector<std::string> names;
  for (const Attribute* attribute : attributes) {
    if (attribute->is_required) names.push_back(attribute->name);
  }
  return names;
}

void TypeSchema::write_named_types() const {
  for (const model::NamedType& type : model_.types) {
    if (type.is_mixin || type.type == nullptr) continue;
    json_.object(definition_name(model_, type.name));
    if (!type.notes.description.empty()) json_.member("description", type.notes.description);
    write_content(*type.type);
    json_.close_object();
  }
}

void TypeSchema::write(const AttributeType& type) const {
  json_.open_object();
  if (type.name.empty()) {
    write_content(type);
  } else {
    json_.member("$ref", definitions_at_ + definition_name(model_, type.name));
  }
  json_.close_object();
}

void TypeSchema::write(const Attribute& attribute) const {
  if (attribute.only_when && attribute.only_when->never) return json_.boolean(false);
  json_.open_object();
  if (!attribute.notes.description.empty()) {
    json_.member("description", attribute.notes.description);
  }
  if (attribute.is_nullable) {
    json_.array("anyOf");
    write(*attribute.type);
    json_.open_object();
    json_.member("type", "null");
    json_.close_object();
    json_.close_array();
  } else if (attribute.type->name.empty()) {
    write_content(*attribute.type);
  } else {
    json_.member("$ref", definitions_at_ + definition_name(model_, attribute.type->name));
  }
  write_marks(attribute);
  json_.close_object();
}

void TypeSchema::write_marks(const Attribute& attribute) const {
  if (attribute.default_value) {
    json_.name("default");
    json_.value(*attribute.default_value);
  }
  if (attribute.derived || attribute.computed) json_.flag("readOnly");
  if (attribute.derived) json_.member("x-derived", attribute.derived->text());
  if (attribute.computed) json_.member("x-computed", attribute.computed->text());
  if (attribute.is_immutable) json_.flag("x-immutable");
  if (attribute.is_sensitive) json_.flag("x-sensitive");
  if (attribute.is_pii) json_.flag("x-pii");
  if (attribute.is_hidden) json_.flag("x-hidden");
  if (attribute.references != nullptr) json_.member("x-references", attribute.references->name);
}

void TypeSchema::write_content(const AttributeType& type) const {
  switch (type.kind) {
    case AttributeKind::String:
      return write_text(type);
    case AttributeKind::Int:
    case AttributeKind::Number:
      json_.member("type", type.kind == AttributeKind::Int ? "integer" : "number");
      return write_number_bounds(json_, type.bounds);
    case AttributeKind::Bool:
      return json_.member("type", "boolean");
    case AttributeKind::Binary:
      json_.member("type", "string");
      return json_.member("contentEncoding", "base64");
    case AttributeKind::Enum:
      return write_enum(type);
    case AttributeKind::Const:
      json_.name("const");
      return json_.value(type.constant);
    case AttributeKind::Timestamp:
      return write_timestamp(type);
    case AttributeKind::Date:
      json_.member("type", "string");
      return json_.member("format", "date");
    case AttributeKind::Map:
      return write_map(type);
    case AttributeKind::List:
    case AttributeKind::Set:
      return write_elements(type);
    case AttributeKind::Union:
      return json_.member("type", "object");
    case AttributeKind::Any:
      return;
  }
}

void TypeSchema::write_text(const AttributeType& type) const {
  json_.member("type", "string");
  write_count_bounds(json_, type.bounds, {.min = "minLength", .max = "maxLength"});
  if (type.pattern) {
    json_.member("pattern", type.pattern->text());
  } else {
    write_format(json_, type.format);
  }
}

void TypeSchema::write_enum(const AttributeType& type) const {
  if (!type.is_open) {
    json_.member("type", "string");
    return json_.strings("enum", type.values);
  }
  json_.array("anyOf");
  json_.open_object();
  json_.strings("enum", type.values);
  json_.close_object();
  json_.open_object();
  json_.member("type", "string");
  json_.close_object();
  json_.close_array();
}

void TypeSchema::write_timestamp(const AttributeType& type) const {
  if (model::is_text(type.encoding)) {
    json_.member("type", "string");
    json_.member("format", "date-time");
  } else {
    json_.member("type", "integer");
  }
  json_.member("x-encoding", model::name_of(type.encoding));
}

void TypeSchema::write_map(const AttributeType& type) const {
  write_fields(type.fields);
  if (!type.is_open && !type.fields.empty()) {
    json_.name("additionalProperties");
    json_.boolean(false);
  }
}

void TypeSchema::write_fields(const std::vector<Attribute>& fields) const {
  const auto attributes = pointers_to(fields);
  write_properties({.attributes = attributes});
  if (const auto required = required_names(attributes); !required.empty()) {
    json_.strings("required", required);
  }
}

void TypeSchema::write_elements(const AttributeType& type) const {
  json_.member("type", "array");
  if (type.of != nullptr) {
    json_.name("items");
    write(*type.of);
  }
  write_count_bounds(json_, type.bounds, {.min = "minItems", .max = "maxItems"});
  if (type.kind == AttributeKind::Set) json_.flag("uniqueItems");
}

void TypeSchema::write_properties(const ObjectMembers& members) const {
  json_.member("type", "object");
  json_.object("properties");
  for (const Attribute* attribute : members.attributes) {
    json_.name(attribute->name);
    write(*attribute);
  }
  write_texts(members);
  json_.close_object();
  write_conditions(members.attributes);
}

void TypeSchema::write_texts(const ObjectMembers& members) const {
  for (const std::string& id : members.ids) {
    json_.object(id);
    json_.member("type", "string");
    json_.close_object();
  }
  for (const std::string& key : members.made_keys) {
    json_.object(key);
    json_.member("type", "string");
    json_.flag("readOnly");
    json_.close_object();
  }
}

void TypeSchema::write_conditions(const std::vector<const Attribute*>& attributes) const {
  std::vector<const Attribute*> joined;
  for (const Attribute* attribute : attributes) {
    if (has_conditions(*attribute, attributes)) joined.push_back(attribute);
  }
  if (joined.empty()) return;
  json_.array("allOf");
  for (const Attribute* attribute : joined) {
    if (attribute->type->kind == AttributeKind::Union) write_union_cases(*attribute);
    if (attribute->only_when) write_only_when(*attribute);
  }
  json_.close_array();
}

void TypeSchema::write_union_cases(const Attribute& attribute) const {
  const AttributeType& type = *attribute.type;
  std::vector<std::string> values;
  for (const model::UnionCase& union_case : type.cases) {
    values.push_back(union_case.value);
    json_.open_object();
    json_.object("if");
    json_.object("properties");
    json_.object(type.on);
    json_.member("const", union_case.value);
    json_.close_object();
    json_.close_object();
    json_.strings("required", {type.on});
    json_.close_object();
    json_.object("then");
    json_.object("properties");
    json_.object(attribute.name);
    write_fields(union_case.fields);
    json_.close_object();
    json_.close_object();
    json_.close_object();
    json_.close_object();
  }
  if (type.accepts_other_cases) return;
  json_.open_object();
  write_if_present(attribute);
  json_.object("then");
  json_.object("properties");
  json_.object(type.on);
  json_.strings("enum", values);
  json_.close_object();
  json_.close_object();
  json_.close_object();
  json_.close_object();
}

// The condition that an item has the attribute. It names the attribute as a property, because
// linters ask where a required property is defined.
void TypeSchema::write_if_present(const Attribute& attribute) const {
  json_.object("if");
  json_.object("properties");
  json_.object(attribute.name);
  json_.close_object();
  json_.close_object();
  json_.strings("required", {attribute.name});
  json_.close_object();
}

void TypeSchema::write_only_when(const Attribute& attribute) const {
  std::vector<std::string> names;
  json_.open_object();
  write_if_present(attribute);
  json_.object("then");
  json_.object("properties");
  for (const model::AttributeMatch& match : attribute.only_when->matches) {
    names.push_back(match.attribute);
    json_.object(match.attribute);
    json_.array("enum");
    for (const Value& value : match.values) json_.value(value);
    json_.close_array();
    json_.close_object();
  }
  json_.close_object();
  json_.strings("required", names);
  json_.close_object();
  json_.close_object();
}

}  // namespace partita::exports
