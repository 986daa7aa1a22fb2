#pragma once

#include <string>

#include "model/definition/model.h"

namespace partita::exports {

// The items of each entity in plain JSON, as stored, as a JSON Schema (draft 2020-12): one entry of
// `$defs` for each entity, edge and named type; the root accepts an item of any entity. Server-made
// attributes are not required, so what clients send is accepted too.
std::string jsonschema(const model::Model& model);

}  // namespace partita::exports
