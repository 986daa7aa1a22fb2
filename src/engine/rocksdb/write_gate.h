#pragma once

#include <optional>
#include <string>

#include "partita/base/mutex.h"

namespace partita::engine {

// Whether writes may pass. Closed for a while when RocksDB reports trouble it can get over (a disk
// that was full during a flush), closed for good after a failed write or sync: what the disk holds
// is not known then, and trying again on the same file is how acknowledged writes get lost.
// THREADS: safe for concurrent calls.
class WriteGate {
 public:
  // Why writes may not pass, or nothing.
  std::optional<std::string> refusal() const;

  void close_for_now(std::string reason);
  void reopen();
  // The first reason is kept: it is the cause, what follows are effects.
  void close_for_good(std::string reason);

 private:
  mutable Mutex mutex_;
  std::optional<std::string> for_now_ PARTITA_GUARDED_BY(mutex_);
  std::optional<std::string> for_good_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::engine
