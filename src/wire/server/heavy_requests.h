#pragma once

#include <cstddef>

#include "partita/base/executor.h"
#include "partita/base/task.h"
#include "wire/protocol/http_request.h"
#include "wire/server/request_handler.h"
#include "wire/server/side_loop.h"

namespace partita::server {

// Answers requests that take long to hash, to unpack and to parse on a thread beside the event
// loops, one after the other, so that all other requests go on meanwhile. What waits there for the
// engine lets the next one begin.
// THREADS: safe for concurrent calls.
class HeavyRequests {
 public:
  // Every megabyte takes some milliseconds to hash and, if it was made for that, forty to parse.
  static constexpr std::size_t kLightBodyBytesMax = std::size_t{128} << 10;

  HeavyRequests() = default;
  // REQUIRES: no answer is under way.
  ~HeavyRequests() = default;
  HeavyRequests(const HeavyRequests&) = delete;
  HeavyRequests& operator=(const HeavyRequests&) = delete;

  // Whether a request is one of them: its body is large, or may be when it is unpacked.
  static bool are_like(const protocol::HttpRequest& request);

  // As handler.answer; goes on where it was called.   REQUIRES: the caller runs on an executor.
  Task<protocol::HttpStatus> answer(RequestHandler& handler, const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response);

 private:
  SideLoop side_;
};

}  // namespace partita::server
