#include "wire/server/event_loop.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <new>
#include <thread>

#include "partita/base/memory_reserve.h"
#include "wire/protocol/http_date.h"

namespace partita::server {
namespace {

using namespace std::chrono_literals;

// Slow clients are looked for by going over all connections now and then: that costs a request
// nothing, where a timer of its own would cost as much as its system calls.
std::chrono::milliseconds tick_of(const TimeLimits& limits) {
  const auto shortest =
      std::min({limits.idle, limits.head, limits.transfer.grace, limits.linger, limits.stop});
  return std::clamp(shortest / 4, 10ms, 500ms);
}

// A client that asks one thing after another sends its next request sooner than a thread that
// sleeps would wake up. So a loop stays awake for a moment after it has answered, and lets any
// other thread run meanwhile.
constexpr std::chrono::microseconds kAttention{50};

}  // namespace

EventLoop::EventLoop(ServerContext& server) : server_(server) {}

void EventLoop::run() {
  const ExecutorScope scope(executor_);
  const AllocationScope allocations(AllocationFailure::Throws);
  tick();
  while (!context_.stopped()) {
    try {
      turn();
    } catch (const std::bad_alloc&) {
      // What could not be done is lost; connections that wait for it run out of time.
    }
  }
}

void EventLoop::turn() {
  if (context_.poll() > 0) return;
  if (Clock::system().monotonic_now() - answered_at_ < kAttention) {
    std::this_thread::yield();
  } else {
    context_.run_one();
  }
}

void EventLoop::adopt(IoSocket socket) {
  asio::post(context_,
             [this, socket = std::move(socket)]() mutable { start_connection(std::move(socket)); });
}

void EventLoop::start_connection(IoSocket socket) {
  try {
    open_connection(std::move(socket));
  } catch (const std::bad_alloc&) {
    server_.connections.fetch_sub(1);
  }
}

void EventLoop::open_connection(IoSocket socket) {
  const auto context = server_.tls();
  auto tls = context ? std::make_unique<TlsSession>(*context) : nullptr;
  const auto connection = std::make_shared<Connection>(*this, std::move(socket), std::move(tls));
  connections_.insert(connection.get());
  // From here on the connection closes itself.
  connection->start();
  if (is_stopping_) connection->stop();
}

void EventLoop::stop() {
  asio::post(context_, [this] {
    if (is_stopping_) return;
    is_stopping_ = true;
    stop_begun_ = now();
    end_connections();
    finish_if_idle();
  });
}

void EventLoop::flush_soon(Connection& connection) {
  // Runs after the handlers that are ready now: the end of this turn.
  if (unflushed_.empty()) asio::post(context_, [this] { flush_all(); });
  unflushed_.push_back(connection.shared_from_this());
}

void EventLoop::flush_all() {
  flushing_.swap(unflushed_);
  for (const auto& connection : flushing_) {
    if (connection->is_streaming()) {
      // Writing the next piece of a large answer takes longer than many short ones.
      executor_.run_behind([connection] { connection->flush(); });
    } else {
      connection->flush();
    }
  }
  flushing_.clear();
  answered_at_ = Clock::system().monotonic_now();
  hand_on_log();
}

void EventLoop::hand_on_log() {
  if (!log_lines_.empty()) server_.options.request_log->add(log_lines_);
}

void EventLoop::log(const AnsweredRequest& request) {
  append_log_line(log_lines_, server_.options.request_log->format(), request);
}

void EventLoop::remove(Connection& connection) {
  if (connections_.erase(&connection) == 0) return;
  server_.connections.fetch_sub(1);
  finish_if_idle();
}

void EventLoop::tick() {
  date_ = protocol::http_date(wall_now());
  const auto time = now();
  const bool is_late = is_stopping_ && time - stop_begun_ > time_limits().stop;
  // A copy, because what ends removes itself.
  const std::vector<Connection*> all(connections_.begin(), connections_.end());
  for (Connection* connection : all) {
    if (is_late) {
      connection->close();
    } else {
      connection->end_if_slow(time);
    }
  }
  hand_on_log();
  executor_.forget_given_way();
  MemoryReserve::refill();
  if (is_stopping_ && connections_.empty()) return;
  ticks_.expires_after(tick_of(time_limits()));
  ticks_.async_wait([this](const IoErrorCode& failed) {
    if (!failed) tick();
  });
}

void EventLoop::end_connections() {
  const std::vector<Connection*> all(connections_.begin(), connections_.end());
  for (Connection* connection : all) connection->stop();
}

void EventLoop::finish_if_idle() {
  if (!is_stopping_ || !connections_.empty()) return;
  ticks_.cancel();
  work_.reset();
}

}  // namespace partita::server
