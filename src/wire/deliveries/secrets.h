#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/sync.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"

namespace partita::deliveries {

// Secrets from where models say that they are: env:NAME or file:PATH. A file is read again after
// ten seconds, so a secret can be replaced while the server runs. THREADS: safe for concurrent
// calls.
class Secrets {
 public:
  // REQUIRES: the clock outlives this.
  explicit Secrets(const Clock& clock) : clock_(clock) {}

  // The keys of webhooks that are named, which are not empty.
  // ERRORS: those of a variable that is not set, a file that cannot be read, and of webhook_key.
  Result<std::vector<Bytes>> keys_of(const std::vector<std::string_view>& places);

  // The value of the header Authorization that the secret stands for.
  // REQUIRES: not None.
  // ERRORS: those of a variable that is not set or a file that cannot be read; InvalidArgument if
  // it is no NAME:PASSWORD, or has no place in a header.
  Result<std::string> authorization(std::string_view place, model::SyncAuth auth);

 private:
  struct Known {
    Bytes secret;
    MonotonicTime until;
  };
  Result<Bytes> secret_at(std::string_view place);

  const Clock& clock_;
  Mutex mutex_;
  std::map<std::string, Known, std::less<>> known_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::deliveries
