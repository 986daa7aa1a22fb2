#pragma once

#include "model/definition/read_types.h"
#include "model/definition/section_context.h"

// The readers of a model file, a section each, in the order they are called. Each takes what its
// shape promises and resolves names by what was read before it.

namespace partita::model {

// Tables with their indexes and settings. Overrides are applied before (model_params.h).
void read_tables(SectionContext& context);
// Tables of the section `deployed`.
void read_deployed(SectionContext& context);

// Makes elements that have nothing but a name, so that all others can point to them.
void declare_names(SectionContext& context);

// Entities and edges.
void read_entities(TypeReader& types, SectionContext& context);

void read_patterns(SectionContext& context);
void read_rollups(SectionContext& context);
void read_pages(SectionContext& context);
void read_workload(SectionContext& context);
void read_fakes(SectionContext& context);
void read_samples(SectionContext& context);
// The sections that are kept as trees.
void read_raw_sections(SectionContext& context);

// "GET /messages/{id}", or nullopt and a finding.
std::optional<HttpRoute> read_route(const Node& element, SectionContext& context);

}  // namespace partita::model
