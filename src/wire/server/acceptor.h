#pragma once

#include <memory>
#include <vector>

#include "partita/base/result.h"
#include "wire/server/event_loop.h"

namespace partita::server {

// Takes new connections and deals them out to the loops in turn. One for all loops: with one socket
// for each (SO_REUSEPORT) a second server could listen on the same port without anyone noticing.
// THREADS: on the first loop's thread, after open.
class Acceptor {
 public:
  // ERRORS: Unavailable if the address cannot be listened on.
  static Result<std::unique_ptr<Acceptor>> open(ServerContext& server,
                                                std::vector<std::unique_ptr<EventLoop>>& loops);

  // The real one, if any free one was asked for.
  std::uint16_t port() const { return port_; }
  void start() { accept(); }
  void stop();

 private:
  Acceptor(ServerContext& server, std::vector<std::unique_ptr<EventLoop>>& loops);

  Status listen();
  void accept();
  void on_accept(const IoErrorCode& failed, EventLoop& loop, IoSocket socket);
  void try_again_later();
  void turn_away(IoSocket socket);

  ServerContext& server_;
  std::vector<std::unique_ptr<EventLoop>>& loops_;
  IoAcceptor socket_;
  IoTimer pause_;
  std::uint16_t port_ = 0;
  std::size_t next_loop_ = 0;
};

}  // namespace partita::server
