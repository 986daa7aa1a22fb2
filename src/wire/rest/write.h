#pragma once

#include "modelled/serving/pattern_context.h"
#include "partita/base/bytes.h"
#include "partita/base/task.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/rest/call.h"

namespace partita::rest {

// Runs a pattern that writes and answers with what is stored now: 201 with its Location if it is
// new, 204 if it is gone, else 200. `body` is the request's body with its encoding undone.
// REQUIRES: all arguments outlive the task.
Task<protocol::HttpStatus> answer_write(const serving::PatternContext& context,
                                        const RestCall& call, const protocol::HttpRequest& request,
                                        ByteView body, protocol::HttpResponse& response);

}  // namespace partita::rest
