#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/entity.h"

namespace partita::planning {

// One row of an entity: what keys can its items have?
struct KeySpace {
  const model::Entity* entity = nullptr;
  const model::Row* row = nullptr;
};

// All rows of the table's entities, version rows and mirrors among them.
std::vector<KeySpace> key_spaces(const std::deque<model::Entity>& entities,
                                 const model::Table& table);

// Whether an item of each can have the same value for this attribute. Proved from literals,
// constants, enums, formats and patterns; "true" also means "cannot be excluded". False if one of
// them has no such attribute.
bool may_coincide(const KeySpace& left, const KeySpace& right, std::string_view attribute);

// Whether that holds for all of them.
bool may_coincide(const KeySpace& left, const KeySpace& right,
                  const std::vector<std::string>& attributes);

// The text that a pattern fixes at the beginning: "task-" of "^task-[0-9]+$".
std::string literal_start(std::string_view pattern);

}  // namespace partita::planning
