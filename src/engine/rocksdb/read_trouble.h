#pragma once

#include <optional>
#include <string>

#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"

namespace partita::engine {

// Remembers for a minute that a read has failed, so that a disk which gives nothing back can be
// told from a healthy one without reading from it. THREADS: safe for concurrent calls. A read that
// went well costs one comparison.
class ReadTrouble {
 public:
  // The status of a read, as it is.
  Status noted(Status status) {
    if (!status.ok()) note(status.error());
    return status;
  }
  // What the last read that failed within the last minute has met; empty if there was none.
  std::string text() const;

 private:
  void note(const Error& error);

  struct Failure {
    std::string text;
    MonotonicTime time;
  };
  mutable Mutex mutex_;
  std::optional<Failure> last_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::engine
