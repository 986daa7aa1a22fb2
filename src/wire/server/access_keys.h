#pragma once

#include <memory>
#include <utility>

#include "partita/base/check.h"
#include "partita/base/mutex.h"
#include "wire/protocol/credentials.h"

namespace partita::server {

// The access keys of a server, which may change while it runs. Copies share them.
// THREADS: safe for concurrent calls.
class AccessKeys {
 public:
  AccessKeys() : AccessKeys(protocol::CredentialStore()) {}
  AccessKeys(protocol::CredentialStore keys)  // NOLINT: keys are keys, if they change or not.
      : shared_(std::make_shared<Shared>(std::move(keys))) {}

  // Whether there are any. That never changes: no mistake in a file may let everyone in.
  bool are_required() const { return shared_->are_required; }

  // The keys in force now. A request is checked with one set of keys from beginning to end.
  std::shared_ptr<const protocol::CredentialStore> newest() const {
    const MutexLock lock(shared_->mutex);
    return shared_->newest;
  }

  // Holds from the next request on. REQUIRES: there are some exactly if there were some before.
  void replace(protocol::CredentialStore keys) const {
    PARTITA_CHECK(keys.is_empty() != are_required());
    auto newest = std::make_shared<const protocol::CredentialStore>(std::move(keys));
    const MutexLock lock(shared_->mutex);
    shared_->newest = std::move(newest);
  }

 private:
  struct Shared {
    explicit Shared(protocol::CredentialStore keys)
        : are_required(!keys.is_empty()),
          newest(std::make_shared<const protocol::CredentialStore>(std::move(keys))) {}

    const bool are_required;
    Mutex mutex;
    std::shared_ptr<const protocol::CredentialStore> newest PARTITA_GUARDED_BY(mutex);
  };

  std::shared_ptr<Shared> shared_;
};

}  // namespace partita::server
