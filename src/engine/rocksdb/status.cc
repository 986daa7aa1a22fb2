#include "engine/rocksdb/status.h"

#include <fmt/format.h>

namespace partita::engine {

Error error_from(const rocksdb::Status& status) {
  auto message = fmt::format("the store answers: {}", status.ToString());
  // An open wraps what it found into other kinds: "Found options incompatible...: Corruption: ...".
  if (status.IsCorruption() || message.find("Corruption: ") != std::string::npos) {
    return Error::corrupt(std::move(message));
  }
  if (status.IsIOError() || status.IsBusy() || status.IsTimedOut() || status.IsAborted()) {
    return Error::unavailable(std::move(message));
  }
  if (status.IsInvalidArgument()) return Error::invalid_argument(std::move(message));
  return Error::internal(std::move(message));
}

}  // namespace partita::engine
