#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "partita/value/value_type.h"

namespace partita::model {

// All attributes of the entity that a reader meets, pointers into the model.
std::vector<const Attribute*> all_attributes(const Entity& entity);
// Those that the model's own API shows.
std::vector<const Attribute*> shown_attributes(const Entity& entity);
// Those that clients send: shown, and not made by the server alone.
std::vector<const Attribute*> sent_attributes(const Entity& entity);

// Key and index key attributes that templates make and the file does not list, each once.
std::vector<std::string> made_keys(const Entity& entity);

// The ids of an edge that the file does not list as attributes: texts.
std::vector<std::string> implied_ids(const Entity& entity);

// S, N or B: what the attribute is as a key of the table or the index (null: the table).
ValueType key_type(const Model& model, const Table& table, const Index* index,
                   std::string_view attribute);

}  // namespace partita::model
