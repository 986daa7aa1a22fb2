#pragma once

#include <string>

#include "cli/table_sketch.h"

namespace partita::cli {

// A model of the table as a file: entities guessed by an attribute that tells them apart, else by
// how their keys begin; types and what is required by the items. It has no errors of the linter:
// what would have some is told more plainly, without the items whose keys nothing explains, at
// worst as one entity for all items. Rules are only observed at first: a guess must not refuse
// anybody's write.
std::string guess_model(const TableSketch& sketch);

}  // namespace partita::cli
