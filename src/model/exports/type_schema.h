#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "language/value/json_text.h"
#include "model/definition/model.h"

namespace partita::exports {

// The members of an object: attributes, and texts that the file does not list as such.
struct ObjectMembers {
  std::vector<const model::Attribute*> attributes;
  std::vector<std::string> ids = {};        // Of the ends of an edge.
  std::vector<std::string> made_keys = {};  // By templates, so clients need not send them.
};

// How attribute types look as JSON Schema (draft 2020-12, which is also OpenAPI 3.1's).
class TypeSchema {
 public:
  // Named types are written once, at `definitions_at` ("#/$defs/"), and referred to.
  TypeSchema(JsonText& json, const model::Model& model, std::string_view definitions_at)
      : json_(json), model_(model), definitions_at_(definitions_at) {}

  // One member for each named type that attributes can have.
  void write_named_types() const;
  // A schema of values of the type, as an object.
  void write(const model::AttributeType& type) const;
  // The same with what the attribute adds: description, default, null, marks.
  void write(const model::Attribute& attribute) const;
  // The members of an open object: `type`, `properties`, and what joins them (unions, only_when).
  // What is required is the caller's business.
  void write_properties(const ObjectMembers& members) const;

 private:
  void write_content(const model::AttributeType& type) const;
  void write_text(const model::AttributeType& type) const;
  void write_enum(const model::AttributeType& type) const;
  void write_timestamp(const model::AttributeType& type) const;
  void write_map(const model::AttributeType& type) const;
  void write_elements(const model::AttributeType& type) const;
  void write_fields(const std::vector<model::Attribute>& fields) const;
  void write_texts(const ObjectMembers& members) const;
  void write_conditions(const std::vector<const model::Attribute*>& attributes) const;
  void write_marks(const model::Attribute& attribute) const;
  void write_union_cases(const model::Attribute& attribute) const;
  void write_if_present(const model::Attribute& attribute) const;
  void write_only_when(const model::Attribute& attribute) const;

  JsonText& json_;
  const model::Model& model_;
  std::string definitions_at_;
};

// What a named type is called among the schemas, where entities have their own names.
std::string definition_name(const model::Model& model, std::string_view type_name);

// The names of the attributes that are always there, for `required`.
std::vector<std::string> required_names(const std::vector<const model::Attribute*>& attributes);

}  // namespace partita::exports
