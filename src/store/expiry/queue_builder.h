#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/walk.h"

namespace partita::expiry {

// How far the queue of a table has been built.
struct QueueProgress {
  // Which switching-on of TTL it is about: another one starts anew.
  std::string attribute;
  std::uint64_t switched_at_ms = 0;
  bool is_complete = false;
  Bytes last_key;  // Of the last item that was looked at; empty at the beginning.

  friend bool operator==(const QueueProgress&, const QueueProgress&) = default;
};

Bytes encode(const QueueProgress& progress);
// ERRORS: Corrupt.
Result<QueueProgress> decode_queue_progress(ByteView bytes);

// Whether every item of the table that is to expire has its place in the queue; false also while
// TTL is off. ERRORS: Corrupt; those of the engine.
Task<Result<bool>> is_queue_complete(const engine::View& view, const catalog::Table& table);

// Puts the items that a table has when TTL is switched on into the queue of items that expire, a
// few at a time; its progress is stored, so that a restart goes on where it was.
//
// Writers keep the queue for what they write from the moment TTL is on. If one of them changes an
// item that was just looked at, an entry is left over that nobody needs: ExpiredItems drops it.
// THREADS: one thread at a time, beside any number of writers.
class QueueBuilder {
 public:
  // REQUIRES: all of it outlives this.
  QueueBuilder(engine::Engine& engine, const catalog::Catalog& catalog, const Clock& clock)
      : engine_(engine), catalog_(catalog), clock_(clock) {}

  // Looks at no more than `items_max` items of all tables together; says at how many.
  // ERRORS: those of the engine.
  Task<Result<std::size_t>> build_some(std::size_t items_max);

  // How far the queues that are not complete have come; nullopt: all are complete.
  std::optional<jobs::Progress> progress() const;

 private:
  class Queueing;
  // The queue of one table.
  struct Building {
    explicit Building(engine::Engine& engine);

    QueueProgress progress;
    std::optional<Bytes> stored;  // As it is stored; nullopt: nothing is.
    jobs::Walk walk;
  };

  Task<Status> load();
  Task<Status> forget_others(const std::vector<catalog::TablePointer>& tables);
  Building& building_of(const catalog::Table& table);
  Task<Result<std::size_t>> build(const catalog::Table& table, std::size_t items_max);

  engine::Engine& engine_;
  const catalog::Catalog& catalog_;
  const Clock& clock_;
  bool is_loaded_ = false;
  std::map<keys::TableId, Building> tables_;
};

}  // namespace partita::expiry
