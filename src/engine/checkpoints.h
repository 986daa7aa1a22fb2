#pragma once

#include <filesystem>

#include "partita/base/result.h"

namespace partita::engine {

// Makes copies of an engine's store while it is in use.   THREADS: safe for concurrent calls.
class Checkpoints {
 public:
  virtual ~Checkpoints() = default;

  // Makes `target`, a directory that can be opened like the original and holds everything that was
  // committed before the call. Durable when it returns.
  // ERRORS: AlreadyExists if `target` exists.
  virtual Status checkpoint(const std::filesystem::path& target) = 0;
  // A directory of the engine's own, which need not exist: checkpoints below it take little time
  // and, as long as the original does not change, little space.
  virtual std::filesystem::path room() const = 0;
};

}  // namespace partita::engine
