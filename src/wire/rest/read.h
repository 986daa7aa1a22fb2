#pragma once

#include "partita/base/task.h"
#include "patterns/environment.h"
#include "protocol/http_request.h"
#include "protocol/http_response.h"
#include "server/rest_call.h"

namespace partita::server {

// Runs a pattern that reads and writes its answer: one item with its ETag, a page, a map or the
// members of a collection.
// REQUIRES: all arguments outlive the task.
Task<protocol::HttpStatus> answer_read(const patterns::Environment& environment,
                                       const RestCall& call, const protocol::HttpRequest& request,
                                       protocol::HttpResponse& response);

// {"rows":[...],"window":{"from":"...","until":"..."},"built":1}
Task<protocol::HttpStatus> answer_rollup(const patterns::Environment& environment,
                                         const RestCall& call, protocol::HttpResponse& response);

}  // namespace partita::server
