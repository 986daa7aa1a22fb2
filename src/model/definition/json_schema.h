#pragma once

#include <string>

namespace partita::model {

// The format of model files as a JSON Schema (draft 2020-12), for editors. Made from the tables
// that the readers use, so it knows exactly the keys they know.
std::string json_schema();

}  // namespace partita::model
