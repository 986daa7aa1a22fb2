#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/postgres/connector.h"
#include "engine/postgres/pipelined_connection.h"
#include "engine/postgres/postgres_engine.h"
#include "engine/postgres/round_trip.h"
#include "partita/base/mutex.h"

namespace partita::engine {

// What the pool counts. All since it was opened, but for the last ones.
struct PoolCounts {
  std::atomic<std::uint64_t> round_trips = 0;
  std::atomic<std::uint64_t> refused = 0;  // There was no room, or no connection in time.
  std::atomic<std::uint64_t> lost = 0;     // Connections.
  std::atomic<std::uint64_t> opened = 0;
  std::atomic<std::size_t> open = 0;
  std::atomic<std::size_t> waiting = 0;
};

// All connections of an engine, and the one thread that speaks over them: whoever asks is suspended
// and goes on, on its own executor, when the answer is there.
// What waits for a connection is bounded in number and in time.
// THREADS: safe for concurrent calls.
class ConnectionPool {
 public:
  ConnectionPool(StoreAddress address, StoreIdentity identity, const PostgresOptions& options);
  // REQUIRES: nobody waits for an answer or holds a connection.
  ~ConnectionPool();
  ConnectionPool(const ConnectionPool&) = delete;

  // `co_await pool.send(trip)`: sends the batch; its answer is in the trip. Outside of any executor
  // the calling thread waits.   REQUIRES: the trip and its batch stay until then.
  auto send(RoundTrip& trip) {
    struct Awaiter {
      ConnectionPool& pool;
      RoundTrip& trip;
      bool await_ready() const noexcept { return false; }
      bool await_suspend(std::coroutine_handle<> waiter) {
        trip.waiter = waiter;
        trip.executor = Executor::current();
        if (trip.executor == nullptr) return pool.wait_for(trip);
        pool.submit(trip);
        return true;
      }
      void await_resume() const noexcept {}
    };
    return Awaiter{*this, trip};
  }

  // Gives back a connection that is held, and undoes what was begun on it.
  void release(PipelinedConnection& held);

  const PoolCounts& counts() const { return counts_; }
  // Why no connection can be opened now; empty: one can, or nobody has tried.
  std::string trouble() const;

 private:
  struct Lane {
    std::size_t connections_max = 0;
    std::size_t waiting_max = 0;
    std::size_t opening = 0;
    std::size_t open = 0;
    std::deque<RoundTrip*> waiting = {};
  };
  using Finished = std::vector<RoundTrip*>;

  void submit(RoundTrip& trip);
  bool wait_for(RoundTrip& trip);
  void wake();

  // --- On the thread of the pool ---
  void run();
  void take_inbox();
  void take_opened(Connector::Opened opened);
  void accept(RoundTrip& trip);
  void send_over(PipelinedConnection& connection, RoundTrip& trip);
  PipelinedConnection* free_connection(PoolLane lane);
  void serve(PoolLane lane);
  void go_on(PipelinedConnection& connection);
  void settle();
  void settle_trip(RoundTrip& trip);
  void heed(const SqlFailure& failure, PipelinedConnection& connection);
  void lose_all(std::string_view why);
  void free(PipelinedConnection& connection);
  void expire();
  void drop_lost();
  void retire_old();
  void watch(PipelinedConnection& connection);
  void unwatch(PipelinedConnection& connection);
  void refuse(RoundTrip& trip, std::string why);
  void resume(RoundTrip& trip);
  Lane& lane_of(PoolLane lane) { return lanes_[static_cast<std::size_t>(lane)]; }

  const std::chrono::milliseconds patience_;
  PoolCounts counts_;
  const int epoll_;
  const int wake_up_;

  mutable Mutex mutex_;
  std::vector<RoundTrip*> submitted_ PARTITA_GUARDED_BY(mutex_);
  std::vector<PipelinedConnection*> released_ PARTITA_GUARDED_BY(mutex_);
  std::vector<Connector::Opened> opened_ PARTITA_GUARDED_BY(mutex_);
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
  bool is_awake_ PARTITA_GUARDED_BY(mutex_) = false;
  std::string trouble_ PARTITA_GUARDED_BY(mutex_);

  // Of the pool's thread alone.
  std::array<Lane, kPoolLanes> lanes_;
  std::map<PipelinedConnection*, std::unique_ptr<PipelinedConnection>> connections_;
  Finished finished_;
  MonotonicTime now_ = {};
  bool has_lost_ = false;

  std::unique_ptr<Connector> connector_;
  std::thread thread_;
};

}  // namespace partita::engine
