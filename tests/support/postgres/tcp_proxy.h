#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include "partita/base/clock.h"
#include "partita/base/mutex.h"

namespace partita::testing {

// A network that a test can make bad: it listens on a port of 127.0.0.1 and hands everything on to
// a server that listens on a socket in the file system.
// THREADS: safe for concurrent calls.
class TcpProxy {
 public:
  enum class Way { ToServer, ToClient };

  explicit TcpProxy(std::string server_socket);
  ~TcpProxy();
  TcpProxy(const TcpProxy&) = delete;

  int port() const { return port_; }

  // Whatever comes from now on arrives that much later.
  void delay(std::chrono::milliseconds by);
  // Nothing arrives, nothing is refused and nothing is closed, until it is let go on.
  void stall();
  void go_on();
  // Every connection is closed; new ones may come.
  void cut();
  // As a pooler does between two transactions: each client goes on with another session of the
  // server. REQUIRES: nobody is amid anything.
  void swap_sessions(const std::string& address);
  // What happens as soon as that many bytes more have gone that way; these arrive.
  enum class Then { Cut, Stall };
  void count(Way way, std::size_t bytes, Then then);
  void count_no_more();

 private:
  struct Piece {
    MonotonicTime due;
    std::string bytes;
  };
  // What goes one way of a connection.
  struct Stream {
    int from;
    int to;
    Way way;
    std::deque<Piece> pieces = {};
  };
  struct Link {
    Stream to_server;
    Stream to_client;
    std::shared_ptr<void> session = nullptr;  // The owner of the server's socket, if it has one.
    bool is_over = false;
  };

  void wake() const;
  void run();
  int wait(std::chrono::milliseconds longest);
  void take_clients();
  void receive(Link& link, Stream& stream);
  void deliver(Link& link, Stream& stream, MonotonicTime now);
  void cross_off(std::string& bytes) PARTITA_REQUIRES(mutex_);
  void close_those_over();
  void swap_those_there();

  const std::string server_socket_;
  int listener_ = -1;
  int wake_up_ = -1;
  int port_ = 0;

  Mutex mutex_;
  std::chrono::milliseconds delay_ PARTITA_GUARDED_BY(mutex_){0};
  bool is_stalled_ PARTITA_GUARDED_BY(mutex_) = false;
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
  std::string swapped_to_ PARTITA_GUARDED_BY(mutex_);
  bool is_cutting_ PARTITA_GUARDED_BY(mutex_) = false;
  bool is_counting_ PARTITA_GUARDED_BY(mutex_) = false;
  Way counted_ PARTITA_GUARDED_BY(mutex_) = Way::ToServer;
  Then then_ PARTITA_GUARDED_BY(mutex_) = Then::Cut;
  std::size_t bytes_left_ PARTITA_GUARDED_BY(mutex_) = 0;

  std::list<Link> links_;  // Of the thread alone.
  std::thread thread_;
};

}  // namespace partita::testing
