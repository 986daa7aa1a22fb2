#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/walk.h"
#include "store/streams/stream_descriptor.h"

namespace partita::streams {

// AWS: "All data in DynamoDB Streams is subject to a 24-hour lifetime." (Streams)
inline constexpr std::chrono::hours kRetention{24};

struct TrimmerOptions {
  std::chrono::milliseconds retention = kRetention;
  std::size_t entries_per_transaction = 1000;
  std::size_t entries_max = 20'000;  // Of one call.
  std::size_t streams_max = 1000;    // The same.
};

// Removes what has been in a log for longer than it has to be, always from its beginning, and
// forgets a stream with its last entry, which is the one that ended it.
// THREADS: one thread at a time, beside any number of writers and readers.
class Trimmer {
 public:
  // REQUIRES: engine and clock outlive this.
  Trimmer(engine::Engine& engine, const Clock& clock, TrimmerOptions options);

  // Goes on with the streams where the last call ended; says how many entries it has removed.
  // ERRORS: Corrupt if something cannot be read; those of the engine.
  Task<Result<std::size_t>> trim_once();

 private:
  struct Overdue;
  class Looking;
  Task<Result<Overdue>> find_overdue(keys::StreamId stream, std::size_t entries_max) const;
  Task<Status> remove(const StreamDescriptor& stream, const Overdue& overdue);
  Task<Result<std::size_t>> trim(const StreamDescriptor& stream, std::size_t entries_max);

  engine::Engine& engine_;
  const Clock& clock_;
  const TrimmerOptions options_;
  jobs::Walk walk_;  // Over the descriptors.
  Bytes last_key_;   // Of the last stream that was dealt with; empty: the walk begins.
};

}  // namespace partita::streams
