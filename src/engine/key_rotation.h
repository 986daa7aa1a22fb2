#pragma once

#include "partita/base/result.h"

namespace partita::engine {

class MasterKey;

// Changes the keys of an engine with encrypted files while it is in use.
// THREADS: safe for concurrent calls.
class KeyRotation {
 public:
  virtual ~KeyRotation() = default;

  // New files get a new data key from now on; existing files keep theirs until they are rewritten.
  // ERRORS: InvalidArgument if the store is not encrypted.
  virtual Status rotate_data_key() = 0;

  // The data keys are encrypted with `replacement` from now on; the old master key becomes useless.
  // ERRORS: InvalidArgument if the store is not encrypted.
  virtual Status rotate_master_key(const MasterKey& replacement) = 0;
};

}  // namespace partita::engine
