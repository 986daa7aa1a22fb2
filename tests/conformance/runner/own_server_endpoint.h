#pragma once

#include <memory>

#include "conformance/runner/endpoint.h"
#include "partita/base/result.h"

namespace partita::conformance {

// A server of this process with an empty database in memory, on a free port. Besides answering, it
// must send the headers that every client library relies on.
Result<std::unique_ptr<Endpoint>> open_over_http();

}  // namespace partita::conformance
