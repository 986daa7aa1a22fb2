#pragma once

#include <string>

#include "partita/base/result.h"
#include "wire/faults/faults.h"
#include "wire/protocol/http_request.h"
#include "wire/rest/server_routes.h"

namespace partita::rest {

// Shows the rules for faults, after it has set those of the body or cleared all, as the document
// says. `faults` is null where there are none: for data that nobody serves.
// ERRORS: a refusal (problem.h) where the server does not allow faults, and for rules that are
// wrong.
Result<std::string> faults_document(faults::Faults* faults, RestDocument document,
                                    const protocol::HttpRequest& request);

}  // namespace partita::rest
