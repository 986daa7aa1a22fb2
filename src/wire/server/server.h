#pragma once

#include <cstdint>
#include <memory>

#include "partita/base/result.h"
#include "wire/server/listen_address.h"
#include "wire/server/request_handler.h"
#include "wire/server/server_options.h"

namespace partita::server {

// An HTTP/1.1 server with one event loop per core, keep-alive and pipelining.
//
// Requests that are malformed (400), too large (413), too slow (408), or exceed the number of
// connections (503) get an answer, and their connection ends. One client cannot slow down others by
// more than its share.
class Server {
 public:
  // Checks that the address is safe: without signatures and TLS only loopback addresses are, unless
  // the options accept the risk. ERRORS: InvalidArgument, which says what is missing.
  static Status check_safety(const ServerOptions& options);

  // Listens: from now on clients can connect, and wait until run() is called.
  // ERRORS: as check_safety and TlsContext::load; Unavailable if the address cannot be listened on.
  static Result<std::unique_ptr<Server>> open(const ServerOptions& options);
  ~Server();

  // The address, with the actual port if the server was to pick a free one.
  const ListenAddress& address() const;

  // Serves until stopped, on this thread and others. Every request that has begun is answered, or
  // its connection is closed when the time limit for stopping has passed.   Called at most once.
  void run(RequestHandler& handler);

  // The number of answered requests, including errors.   REQUIRES: run() has returned.
  std::uint64_t answered() const;

  // Ends run(), or prevents it from starting.   THREADS: any.
  void stop();

 private:
  class Running;
  explicit Server(std::unique_ptr<Running> running);

  std::unique_ptr<Running> running_;
};

}  // namespace partita::server
