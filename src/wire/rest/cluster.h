#pragma once

#include <string>

#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/leases.h"

// Which servers have the store open, for people who ask.
namespace partita::rest {

// {"shared": true, "servers": [{"name": "03fe…", "version": "0.1.0", "leases": ["expiry", ...]}]}
// REQUIRES: the leases outlive the task.   ERRORS: those of the engine.
Task<Result<std::string>> cluster_document(const jobs::Leases& leases);

}  // namespace partita::rest
