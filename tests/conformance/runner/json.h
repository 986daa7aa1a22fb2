#pragma once

#include <nlohmann/json.hpp>

namespace partita::conformance {

using Json = nlohmann::json;

}  // namespace partita::conformance
