#include "engine/postgres/session.h"

#include <utility>

namespace partita::engine {

SqlBatch Session::new_batch() const {
  SqlBatch batch;
  if (has_begun_) return batch;
  batch.add(kind_.begin);
  if (kind_.may_pause) batch.add(Sql::AllowPauses);
  return batch;
}

Task<Result<SqlResults>> Session::send(const SqlBatch& batch) {
  // The server has undone it: what comes now would be of another moment.
  if (failed_) co_return *failed_;
  const std::size_t added_behind = has_begun_ ? 0 : (kind_.may_pause ? 2 : 1);
  has_begun_ = true;
  RoundTrip trip{.batch = &batch,
                 .lane = kind_.lane,
                 .held = held_,
                 .keeps = !batch.commits(),
                 .deadline = deadline_};
  co_await pool_.send(trip);
  held_ = trip.held;
  if (trip.answer.failure) {
    failed_ = error_from(*trip.answer.failure, batch.commits());
    co_return *failed_;
  }
  SqlResults& results = trip.answer.results;
  results.erase(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(added_behind));
  co_return std::move(results);
}

void Session::end() {
  if (PipelinedConnection* const held = std::exchange(held_, nullptr)) pool_.release(*held);
}

Task<Result<SqlResults>> send_shared(ConnectionPool& pool, const SqlBatch& batch) {
  RoundTrip trip{.batch = &batch, .lane = PoolLane::Gets};
  co_await pool.send(trip);
  if (trip.answer.failure) co_return error_from(*trip.answer.failure, false);
  co_return std::move(trip.answer.results);
}

}  // namespace partita::engine
