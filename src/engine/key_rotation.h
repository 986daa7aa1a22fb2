#pragma once

#include "partita/base/result.h"

namespace partita::engine {

class MasterKey;

// An engine whose files are encrypted, and whose keys can be changed while it works.
// THREADS: safe for concurrent calls.
class KeyRotation {
 public:
  virtual ~KeyRotation() = default;

  // Files written from now on have a new data key; older ones keep theirs until they are rewritten.
  // ERRORS: InvalidArgument if the store is not encrypted.
  virtual Status rotate_data_key() = 0;

  // The data keys are sealed under `replacement` from now on; the old master key opens nothing.
  // ERRORS: InvalidArgument if the store is not encrypted.
  virtual Status rotate_master_key(const MasterKey& replacement) = 0;
};

}  // namespace partita::engine
