#pragma once

#include <string>

#include "model/definition/model.h"

namespace partita::exports {

// The REST routes of the model as OpenAPI 3.1 in JSON: patterns and rollups that are live and have
// a route. Patterns that share a method and a path are one operation.
std::string openapi(const model::Model& model);

}  // namespace partita::exports
