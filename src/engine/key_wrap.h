#pragma once

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/secret_key.h"

namespace partita::engine {

// Encrypts (wraps) the keys of copies that are kept outside of an encrypted store, such as backups.
// THREADS: safe for concurrent calls.
class KeyWrap {
 public:
  virtual ~KeyWrap() = default;

  // Returns the wrapped key, which may be stored next to the data that it encrypts. It can be
  // unwrapped with the store, even after its keys have been changed, and without the store with the
  // present master key.
  // ERRORS: Internal if the cryptographic library refuses.
  virtual Result<Bytes> wrap_key(const SecretKey& key) = 0;

  // ERRORS: InvalidArgument if it was wrapped by another store with another master key; Corrupt if
  // it is not a wrapped key.
  virtual Result<SecretKey> unwrap_key(ByteView wrapped) = 0;
};

}  // namespace partita::engine
