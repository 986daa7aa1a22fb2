#pragma once

#include "model/definition/read_context.h"
#include "model/definition/read_types.h"

// The readers of a model file, a section each, in the order they are called. Each takes what its
// shape promises and resolves names by what was read before it.

namespace partita::model {

// Tables with their indexes and settings. Overrides are applied before (table_overrides.h).
void read_tables(ReadContext& context);
// Tables of the section `deployed`.
void read_deployed(ReadContext& context);

// Makes elements that have nothing but a name, so that all others can point to them.
void declare_names(ReadContext& context);

// Entities and edges.
void read_entities(TypeReader& types, ReadContext& context);

void read_patterns(ReadContext& context);
void read_rollups(ReadContext& context);
void read_pages(ReadContext& context);
void read_workload(ReadContext& context);
void read_fakes(ReadContext& context);
void read_samples(ReadContext& context);
// The sections that are kept as trees.
void read_raw_sections(ReadContext& context);

// "GET /messages/{id}", or nullopt and a finding.
std::optional<HttpRoute> read_route(const Node& element, ReadContext& context);

}  // namespace partita::model
