#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/entity.h"

namespace partita::planning {

// How the rows of an entity make one attribute of a key.
struct KeyPart {
  enum class Form {
    Absent,    // They do not have it.
    Native,    // An attribute of the entity.
    Template,  // Rendered; also of one variable only.
    Tuple,     // The refused form [a, b].
  };

  std::string name;
  Form form = Form::Absent;
  const model::KeyTemplate* key = nullptr;  // Of Template.
  std::string each;                         // The list attribute behind the variable `it`.

  bool is_bare() const { return form == Form::Template && key->is_bare_variable(); }
  // The attribute that a variable of the template stands for.
  std::string_view attribute_of(const model::TemplateVariable& variable) const {
    return each.empty() || variable.name != "it" ? std::string_view(variable.name) : each;
  }
};

// The attribute `name` of a key as the row has it.
KeyPart key_part(const model::Entity& entity, const model::Row& row, std::string_view name);

// The key of the index, or of the table if it is null.
std::vector<std::string> partition_names(const model::Table& table, const model::Index* index);
std::vector<std::string> sort_names(const model::Table& table, const model::Index* index);
bool is_key_of(const model::Table& table, const model::Index* index, std::string_view name);

// The rows that hold the entity itself: its own, and the mirror of an edge. Not version rows.
std::vector<const model::Row*> rows_of(const model::Entity& entity);

// The attribute that always has the same value as this one: `derived: albumIndex`; else empty.
std::string_view twin_of(const model::Entity& entity, std::string_view attribute);

}  // namespace partita::planning
