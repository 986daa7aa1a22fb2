#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/runner/endpoint.h"
#include "conformance/runner/script.h"

namespace partita::conformance {

struct Failure {
  std::size_t line = 0;
  // The request, what was expected and what came.
  std::string text;
};

// Runs the steps in order, up to the first that fails.
std::optional<Failure> run_script(const Script& script, Endpoint& endpoint);

}  // namespace partita::conformance
