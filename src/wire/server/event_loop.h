#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "partita/base/mutex.h"
#include "wire/server/asio.h"
#include "wire/server/connection.h"
#include "wire/server/heavy_requests.h"
#include "wire/server/loop_executor.h"
#include "wire/server/request_counts.h"
#include "wire/server/request_handler.h"
#include "wire/server/request_log.h"
#include "wire/server/server_options.h"
#include "wire/server/side_loop.h"
#include "wire/server/tls_context.h"

namespace partita::server {

// What all loops of a server share.
struct ServerContext {
  explicit ServerContext(const ServerOptions& chosen)
      : options(chosen), bodies(chosen.body_bytes_max), answers(chosen.answer_bytes_max) {}

  // What new connections speak; null without TLS. Changes when the certificate is read again.
  std::shared_ptr<const TlsContext> tls() const {
    const MutexLock lock(tls_mutex_);
    return tls_;
  }
  void set_tls(std::shared_ptr<const TlsContext> tls) {
    const MutexLock lock(tls_mutex_);
    tls_ = std::move(tls);
  }

  const ServerOptions options;
  MemoryBudget bodies;
  MemoryBudget answers;
  std::atomic<std::size_t> connections{0};
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> turned_away{0};
  // Set before any loop runs.
  RequestHandler* handler = nullptr;
  HeavyRequests* heavy = nullptr;

 private:
  mutable Mutex tls_mutex_;
  std::shared_ptr<const TlsContext> tls_ PARTITA_GUARDED_BY(tls_mutex_);
};

// One thread's share of the connections, and the executor of the coroutines that serve them.
class EventLoop {
 public:
  explicit EventLoop(ServerContext& server);
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Serves until stop() has been called and the last connection has ended.
  void run();

  // Takes over a connection that counts in ServerContext::connections.   THREADS: any.
  void adopt(IoSocket socket);
  // No request after those under way.   THREADS: any.
  void stop();

  asio::io_context& context() { return context_; }
  Executor& executor() { return executor_; }
  // How many requests came to the handler.   REQUIRES: run() has returned.
  std::uint64_t requests() const { return requests_; }

  // For connections, on the loop's own thread.
  void flush_soon(Connection& connection);
  void remove(Connection& connection);
  RequestHandler& handler() { return *server_.handler; }
  HeavyRequests& heavy() { return *server_.heavy; }
  void count_request() { ++requests_; }
  // Whether large answers were made here since the last tick.
  bool has_large_answers() const { return executor_.has_given_way(); }
  // Behind all else that is waiting, with a look at all sockets before it.
  void run_behind(std::function<void()> work) { executor_.run_behind(std::move(work)); }
  RequestCounts& counts() { return counts_; }
  const RequestCounts& counts() const { return counts_; }
  MemoryBudget& bodies() { return server_.bodies; }
  MemoryBudget& answers() { return server_.answers; }
  const TimeLimits& time_limits() const { return server_.options.time_limits; }
  // Where connections read what nobody wants; they share it.
  std::span<char> discard_room() { return discard_room_; }
  MonotonicTime now() const { return server_.options.clock->monotonic_now(); }
  WallTime wall_now() const { return server_.options.clock->wall_now(); }
  std::string_view date() const { return date_; }
  bool is_stopping() const { return is_stopping_; }
  bool keeps_log() const { return server_.options.request_log != nullptr; }
  // Lines leave together, at the end of the turn. REQUIRES: keeps_log().
  void log(const AnsweredRequest& request);

 private:
  void turn();
  void start_connection(IoSocket socket);
  void open_connection(IoSocket socket);
  void flush_all();
  void hand_on_log();
  void tick();
  void end_connections();
  void finish_if_idle();

  ServerContext& server_;
  // Where the answers go on that take long.
  SideLoop side_;
  asio::io_context context_{1};
  LoopExecutor executor_{context_, &side_.executor()};
  asio::executor_work_guard<IoExecutor> work_{context_.get_executor()};
  IoTimer ticks_{context_};
  std::string date_;
  std::unordered_set<Connection*> connections_;
  std::vector<std::shared_ptr<Connection>> unflushed_;
  std::vector<std::shared_ptr<Connection>> flushing_;
  std::string log_lines_;
  std::array<char, 64 * 1024> discard_room_;
  MonotonicTime answered_at_;
  MonotonicTime stop_begun_;
  std::uint64_t requests_ = 0;
  RequestCounts counts_;
  bool is_stopping_ = false;
};

}  // namespace partita::server
