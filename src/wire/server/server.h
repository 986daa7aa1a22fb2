#pragma once

#include <cstdint>
#include <memory>

#include "partita/base/result.h"
#include "wire/server/listen_address.h"
#include "wire/server/request_handler.h"
#include "wire/server/server_options.h"

namespace partita::server {

// An HTTP/1.1 server: one event loop a core, keep-alive and pipelining.
//
// A client can be wrong (400), over a limit (413), slow (408), or one too many (503); it is told so
// and its connection ends. Nothing it does costs the others more than its share.
class Server {
 public:
  // Without signatures and TLS only loopback addresses are safe, unless the options take the risk.
  // ERRORS: InvalidArgument for another one; it says what is missing.
  static Status check_safety(const ServerOptions& options);

  // Listens: from here on clients can connect, and wait until run() is called.
  // ERRORS: as check_safety and TlsContext::load; Unavailable if the address cannot be listened on.
  static Result<std::unique_ptr<Server>> open(const ServerOptions& options);
  ~Server();

  // With the real port, if any free one was asked for.
  const ListenAddress& address() const;

  // Serves until stopped, on this thread and others. Every request that was begun is answered, or
  // its connection is closed when the time for stopping is over.   At most once for a server.
  void run(RequestHandler& handler);

  // How many requests were answered, whatever the answer was.   REQUIRES: run() has returned.
  std::uint64_t answered() const;

  // Ends run(), or keeps it from beginning.   THREADS: any.
  void stop();

 private:
  class Running;
  explicit Server(std::unique_ptr<Running> running);

  std::unique_ptr<Running> running_;
};

}  // namespace partita::server
