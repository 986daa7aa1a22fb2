#pragma once

#include <string>

#include "partita/base/result.h"
#include "wire/protocol/http_request.h"

namespace partita::rest {

// {"files": [{"file": .., "findings": [{"code": .., "severity": .., "line": .., ..}]}],
//  "cost": {..} or null if the file cannot be read}: what `partita model lint --format json` and
// `partita model cost --json` say of the file that is sent. Touches no data, so it waits for
// nobody. ERRORS: a refusal (problem.h) for what is no model file by its type or size, and for
// parameters.
Result<std::string> lint_document(const protocol::HttpRequest& request);

}  // namespace partita::rest
