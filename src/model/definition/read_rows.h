#pragma once

#include "model/definition/entity.h"
#include "model/definition/section_context.h"

// Readers of what makes keys. REQUIRES of all: the entity's table and attributes are read.

namespace partita::model {

// `key`: the table's key attributes, each with a template.
void read_row_keys(const Node& map, SectionContext& context, const Entity& entity, Row& row);
// `index_keys`: a template, {each: .., as: ..}, or the refused form [a, b].
void read_index_keys(const Node& map, SectionContext& context, const Entity& entity, Row& row);
// A row of an edge: keys of the table and of indexes together.
void read_edge_row(const Node& map, SectionContext& context, const Entity& edge, Row& row);
// `versioned`, if the entity has it.
void read_versioning(const Node& node, SectionContext& context, Entity& entity);

}  // namespace partita::model
