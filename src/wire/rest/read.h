#pragma once

#include "modelled/serving/pattern_context.h"
#include "partita/base/task.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/rest/call.h"

namespace partita::rest {

// Runs a pattern that reads and writes its answer: one item with its ETag, a page, a map or the
// members of a collection.
// REQUIRES: all arguments outlive the task.
Task<protocol::HttpStatus> answer_read(const serving::PatternContext& context, const RestCall& call,
                                       const protocol::HttpRequest& request,
                                       protocol::HttpResponse& response);

// {"rows":[...],"window":{"from":"...","until":"..."},"built":1}
Task<protocol::HttpStatus> answer_rollup(const serving::PatternContext& context,
                                         const RestCall& call, protocol::HttpResponse& response);

}  // namespace partita::rest
