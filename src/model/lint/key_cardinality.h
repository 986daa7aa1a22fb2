#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "model/definition/model.h"

namespace partita::lint {

// The values that an attribute of a key can have over all entities of the table that are in the
// index; nullopt if they are not known or too many to matter.
std::optional<std::set<std::string>> key_values(const model::Model& model,
                                                const model::Table& table,
                                                const model::Index& index,
                                                std::string_view attribute);

// The values of the attribute that the entities of the table declare, also if they allow others.
std::set<std::string> declared_values(const model::Model& model, const model::Table& table,
                                      std::string_view attribute);

// How many values its partition key has; nullopt if that is not known.
std::optional<std::size_t> partition_count(const model::Model& model, const model::Table& table,
                                           const model::Index& index);

// The share of the entity's items that end in their most frequent state, from `fake`; nullopt if
// that is not declared.
struct LargestShare {
  std::string state;
  double share = 0;
};
std::optional<LargestShare> largest_share(const model::Model& model, const model::Entity& entity);

}  // namespace partita::lint
