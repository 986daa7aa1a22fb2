#pragma once

#include <string>

#include "wire/rest/model.h"

namespace partita::rest {

// A model as it was compiled, as JSON: its live tables, entities with typed attributes, key
// templates and lifecycles, patterns with typed parameters and plans, rollups, pages. For programs
// that draw models, such as the console; docs/REST.md has the members.
std::string shape_document(const RestModel& model);

}  // namespace partita::rest
