#pragma once

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/secret_key.h"

namespace partita::engine {

// An engine whose files are encrypted, for those who keep copies of its data elsewhere under keys
// of their own: it keeps such a key for them.
// THREADS: safe for concurrent calls.
class KeyWrap {
 public:
  virtual ~KeyWrap() = default;

  // The key as it may lie beside what it encrypts. It can be opened as long as the store is there,
  // whatever becomes of its keys; and without the store by the master key of this moment.
  // ERRORS: Internal if the cryptographic library refuses.
  virtual Result<Bytes> wrap_key(const SecretKey& key) = 0;

  // ERRORS: InvalidArgument if it was wrapped elsewhere, under another master key; Corrupt if it is
  // no such key.
  virtual Result<SecretKey> unwrap_key(ByteView wrapped) = 0;
};

}  // namespace partita::engine
