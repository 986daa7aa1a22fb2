#pragma once

#include <coroutine>
#include <cstdint>

#include "engine/postgres/sql_batch.h"
#include "partita/base/clock.h"
#include "partita/base/executor.h"

namespace partita::engine {

class PipelinedConnection;

// Which connections a batch is sent over, so that work of one sort does not wait for another's.
enum class PoolLane : std::uint8_t {
  Gets,   // Shared: batches of many callers follow each other on one connection.
  Pages,  // The others are one caller's alone as long as it holds them.
  Transactions,
  Snapshots,
};
inline constexpr std::size_t kPoolLanes = 4;

// A batch on its way, and then its answer. It is the pool's until the waiter is resumed.
struct RoundTrip {
  const SqlBatch* batch = nullptr;
  PoolLane lane = PoolLane::Gets;
  // The connection that the caller holds; null: any of the lane.
  PipelinedConnection* held = nullptr;
  // The caller goes on holding the connection after a batch that went well; `held` says which.
  bool keeps = false;
  // Until when it waits for a connection.
  MonotonicTime deadline = MonotonicTime::max();

  SqlAnswer answer = {};
  MonotonicTime begun = {};
  std::coroutine_handle<> waiter = nullptr;
  Executor* executor = nullptr;
};

}  // namespace partita::engine
