#pragma once

#include <string>

#include "model/definition/model.h"

namespace partita::exports {

// All diagrams of the model as a Markdown text of Mermaid blocks: its entities, then each
// lifecycle.
std::string mermaid(const model::Model& model);

// One diagram, without the fence around it: entities with their attributes, joined by references,
// edges and collections.
std::string entity_diagram(const model::Model& model);

// The states of the entity. REQUIRES: it has a lifecycle.
std::string state_diagram(const model::Entity& entity);

}  // namespace partita::exports
