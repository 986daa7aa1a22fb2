#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string_view>

#include "partita/base/bytes.h"

// Owners of what libpq hands out.
namespace partita::engine {

struct ResultCloser {
  void operator()(PGresult* result) const { PQclear(result); }
};
struct ConnectionCloser {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
using ResultHandle = std::unique_ptr<PGresult, ResultCloser>;
using ConnectionHandle = std::unique_ptr<PGconn, ConnectionCloser>;

// A field in the binary format: of a bytea, its bytes.
inline ByteView field(const PGresult& result, int row, int column) {
  return {PQgetvalue(&result, row, column),
          static_cast<std::size_t>(PQgetlength(&result, row, column))};
}

}  // namespace partita::engine
