#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <string>
#include <thread>

#include "engine/postgres/round_trip.h"
#include "engine/postgres/store_address.h"
#include "partita/base/mutex.h"

namespace partita::engine {

// What must be true of every connection of an engine: that it leads to the store that was opened.
struct StoreIdentity {
  std::string identity;
  std::int64_t stamp_base = 0;
  // Of the server that was found first: none of a lower one is taken for it any more.
  std::int64_t timeline = 0;
};

// A thread that opens connections: names, certificates and passwords may take their time.
// THREADS: safe for concurrent calls.
class Connector {
 public:
  // A connection for the lane that was asked for, or why there is none.
  struct Opened {
    PoolLane lane;
    Result<ConnectionHandle> connection;
    // It leads to a server that has taken over from the one of all connections before it.
    bool is_of_successor = false;
  };
  using Receive = std::function<void(Opened)>;

  // No answer is waited for longer than the patience.
  Connector(StoreAddress address, StoreIdentity identity, std::string_view isolation,
            std::chrono::milliseconds patience, Receive receive);
  // Waits for the connection that is being opened; the rest is not opened.
  ~Connector();
  Connector(const Connector&) = delete;

  void open(PoolLane lane);

 private:
  void run();
  std::optional<PoolLane> next();
  Opened connect(PoolLane lane);
  Result<ConnectionHandle> open_connection(std::int64_t& timeline);
  void pause(std::chrono::milliseconds duration);

  // Of the thread alone.
  StoreAddress address_;
  StoreIdentity identity_;
  const std::string isolation_;
  const std::chrono::milliseconds patience_;
  const Receive receive_;
  Mutex mutex_;
  std::condition_variable changed_;
  std::deque<PoolLane> wanted_ PARTITA_GUARDED_BY(mutex_);
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // Last, so that it starts when all else is there.
};

}  // namespace partita::engine
