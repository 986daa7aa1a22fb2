#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/postgres/connection_pool.h"
#include "partita/base/task.h"

namespace partita::engine {

using SqlResults = std::vector<ResultHandle>;

// One transaction of the server: it begins with the first batch and keeps its connection until it
// is committed or gone.   THREADS: one thread at a time.
class Session {
 public:
  struct Kind {
    PoolLane lane;
    Sql begin;
    bool may_pause = false;
  };

  Session(ConnectionPool& pool, Kind kind, MonotonicTime deadline)
      : pool_(pool), kind_(kind), deadline_(deadline) {}
  ~Session() { end(); }
  Session(const Session&) = delete;

  // To be filled and sent: it has what begins the transaction, if it is the first.
  SqlBatch new_batch() const;
  // The results of what was added to the batch.
  // ERRORS: Unavailable, Conflict; of a batch that commits also Unknown. No later one succeeds.
  Task<Result<SqlResults>> send(const SqlBatch& batch);
  // Undoes what is not committed.
  void end();

  bool has_begun() const { return has_begun_; }

 private:
  ConnectionPool& pool_;
  const Kind kind_;
  const MonotonicTime deadline_;
  PipelinedConnection* held_ = nullptr;
  bool has_begun_ = false;
  std::optional<Error> failed_;
};

// A batch over a shared connection, outside of any transaction.
Task<Result<SqlResults>> send_shared(ConnectionPool& pool, const SqlBatch& batch);

}  // namespace partita::engine
