#pragma once

#include "partita/base/task.h"
#include "wire/endpoints/dispatcher.h"
#include "wire/protocol/authentication.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/server/request_gate.h"

namespace partita::endpoints {

// The DynamoDB API over HTTP: everything at / that is not read with GET. The steps of a request are
// those of request_gate.h; then it is decoded, run and encoded (dispatcher.h).
class ApiEndpoint {
 public:
  // REQUIRES: all of it outlives the endpoint.
  ApiEndpoint(database::Database& database, const server::RequestGate& gate,
              faults::Faults* faults = nullptr)
      : dispatcher_(database, faults), gate_(gate) {}

  // REQUIRES: as RequestHandler::answer.
  Task<protocol::HttpStatus> answer(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response);

 private:
  Task<protocol::HttpStatus> dispatch(protocol::Principal caller,
                                      const protocol::HttpRequest& request, ByteView body,
                                      protocol::HttpResponse& response);
  Task<protocol::HttpStatus> answer_encoded(protocol::Principal caller,
                                            const protocol::HttpRequest& request,
                                            protocol::HttpResponse& response);

  Dispatcher dispatcher_;
  const server::RequestGate& gate_;
};

}  // namespace partita::endpoints
