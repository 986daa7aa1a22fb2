#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "wire/outgoing/answer_reader.h"
#include "wire/outgoing/host_address.h"
#include "wire/outgoing/server_trust.h"

namespace partita::outgoing {

// How long a server may take.
struct CallTimes {
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds silence{30'000};  // While not a byte moves.
  std::chrono::milliseconds whole{600'000};
};

struct HttpCall {
  std::string_view head;  // With its empty line.
  std::string_view body = {};
  AnswerReader::Expected expected = {};
};

// A server, and what all connections to it share. Outlives them.
struct CalledServer {
  HostAddress address;
  TrustedContext trusted = nullptr;  // Null without TLS.
  CallTimes times = {};
  const Clock* clock = &Clock::system();
  std::atomic<bool> is_closed = false;  // Calls under way end within a tenth of a second.
};

// A connection to a server: one request after another. The calling thread waits.
// THREADS: one thread at a time.
class HttpConnection {
 public:
  virtual ~HttpConnection() = default;

  // Connects first if need be.
  // ERRORS: Unavailable if no whole answer came in time, or the server is not trusted. What was
  // asked may have been done all the same.
  virtual Result<CallAnswer> call(const HttpCall& call) = 0;
  // Whether another call can be made over the same connection.
  virtual bool is_open() const = 0;
};

std::unique_ptr<HttpConnection> connect_to(const CalledServer& server);

}  // namespace partita::outgoing
