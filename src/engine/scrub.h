#pragma once

#include "partita/base/result.h"

namespace partita::engine {

// An engine that can look for rot in bytes that nobody reads.   THREADS: safe for concurrent calls.
class Scrub {
 public:
  virtual ~Scrub() = default;

  // Reads every stored file and compares its checksums. Slow, and reads and writes go on.
  // ERRORS: Corrupt, naming the first damaged file.
  virtual Status scrub() = 0;
};

}  // namespace partita::engine
