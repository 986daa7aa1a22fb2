#pragma once

#include "partita/base/task.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"

namespace partita::server {

class ServerWatch;

// What answers the requests of all connections.
// THREADS: called on every loop at once. A connection has one request under way at a time.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;

  // Fills the response, which is empty, and says its status. Answers at once if it can. If it must
  // wait, it does so as a coroutine; request and response stay valid until it is done.
  virtual Task<protocol::HttpStatus> answer(const protocol::HttpRequest& request,
                                            protocol::HttpResponse& response) = 0;

  // The server begins to ask for answers, and can be asked how it is doing until end_watch().
  virtual void begin_watch(const ServerWatch&) {}
  // It has ended: nothing is to be asked of it any more.
  virtual void end_watch() {}

  // The server has been told to stop and waits for the answers that are under way: those that would
  // take long should come soon, whatever they are.   THREADS: any, beside answer.
  virtual void begin_stop() {}
};

// A JSON body with a message for the person who reads it.
void write_message(protocol::HttpResponse& response, std::string_view message);

}  // namespace partita::server
