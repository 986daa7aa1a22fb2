#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "engine/postgres/libpq_handles.h"
#include "engine/postgres/round_trip.h"
#include "partita/base/clock.h"

namespace partita::engine {

// A connection on which batches follow each other without waiting for answers.
// THREADS: that of its pool.
class PipelinedConnection {
 public:
  // REQUIRES: the statements are prepared; it is in pipeline mode and does not block.
  PipelinedConnection(ConnectionHandle connection, PoolLane lane, MonotonicTime now);
  PipelinedConnection(const PipelinedConnection&) = delete;

  // Negative when libpq has closed it.
  int socket() const { return PQsocket(connection_.get()); }
  PoolLane lane() const { return lane_; }
  MonotonicTime opened_at() const { return opened_at_; }

  // Sends a batch behind those under way.
  void send(RoundTrip& trip, MonotonicTime now);
  // Ends the transaction of a caller that has gone, if there is one.
  void send_rollback(MonotonicTime now);
  // Reads and writes what the socket has and takes. Appends what was answered to `finished`.
  void go_on(MonotonicTime now, std::vector<RoundTrip*>& finished);
  // Gives up: all under way is lost.
  void lose(std::string why, std::vector<RoundTrip*>& finished);

  bool is_lost() const { return is_lost_; }
  const std::string& why_lost() const { return why_lost_; }
  bool wants_to_write() const { return wants_to_write_; }
  // How many batches are under way.
  std::size_t load() const { return under_way_.size(); }
  // Since when the server has owed the next answer. REQUIRES: something is under way.
  MonotonicTime owed_since() const { return owed_since_; }
  bool is_in_transaction() const;

  // What epoll was asked for, as its pool knows; 0: nothing any more.
  std::uint32_t watched = 1;  // EPOLLIN
  // Set while one caller has it alone.
  bool is_held = false;

 private:
  struct UnderWay {
    RoundTrip* trip;  // Null: a rollback for which nobody waits.
    std::size_t steps;
    bool commits;
    SqlAnswer answer = {};
    std::size_t done = 0;
  };

  static void hear_notice(void* self, const PGresult* notice);
  bool send_steps(const SqlBatch& batch);
  void flush();
  void take_results(MonotonicTime now, std::vector<RoundTrip*>& finished);
  void note(ResultHandle result, UnderWay& current);
  void finish(UnderWay done, std::vector<RoundTrip*>& finished);

  const ConnectionHandle connection_;
  const PoolLane lane_;
  const MonotonicTime opened_at_;
  std::deque<UnderWay> under_way_;
  MonotonicTime owed_since_;
  bool wants_to_write_ = false;
  bool is_lost_ = false;
  bool was_warned_ = false;
  std::string why_lost_;
};

}  // namespace partita::engine
