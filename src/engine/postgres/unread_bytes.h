#pragma once

#include <libpq-fe.h>

namespace partita::engine {

// Whether TLS holds bytes of the server that libpq has not taken yet. The socket says nothing of
// them any more, so whoever waits for it first asks this. (libpq takes 8 kB for sure in one go, and
// a piece of TLS may be twice as long; servers from PostgreSQL 17 on send such pieces.)
bool has_unread_bytes(PGconn& connection);

}  // namespace partita::engine
