#include "engine/postgres/unread_bytes.h"

#include <openssl/ssl.h>

namespace partita::engine {

bool has_unread_bytes(PGconn& connection) {
  auto* const tls = static_cast<SSL*>(PQsslStruct(&connection, "OpenSSL"));
  return tls != nullptr && SSL_pending(tls) > 0;
}

}  // namespace partita::engine
