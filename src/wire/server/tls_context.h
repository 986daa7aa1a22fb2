#pragma once

#include <openssl/types.h>

#include <memory>

#include "partita/base/result.h"
#include "wire/server/server_options.h"

namespace partita::server {

// A certificate with its key, and what we are willing to speak: TLS 1.3 and 1.2, with authenticated
// ciphers and forward secrecy only.   THREADS: safe for concurrent calls.
class TlsContext {
 public:
  // ERRORS: InvalidArgument if a file cannot be read, is malformed, or the key is not the
  // certificate's. A key with a passphrase is refused: there is nobody to ask.
  static Result<std::shared_ptr<const TlsContext>> load(const TlsFiles& files);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  SSL_CTX* get() const { return context_; }

 private:
  explicit TlsContext(SSL_CTX* context) : context_(context) {}

  SSL_CTX* context_;
};

}  // namespace partita::server
