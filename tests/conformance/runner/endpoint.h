#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "partita/base/result.h"

namespace partita::conformance {

struct Answer {
  int status = 0;
  std::string body;
};

// A server with an empty database, wherever it runs. What a script does in it, it alone sees.
class Endpoint {
 public:
  virtual ~Endpoint() = default;

  // `target` is the header X-Amz-Target.
  // ERRORS: Unavailable if there was no answer; Internal if the answer breaks a rule that holds
  // for all answers, such as a wrong checksum.
  virtual Result<Answer> send(std::string_view target, std::string_view body) = 0;
  // The same for a request that is repeated until the server has done something behind it: it is
  // left the time to do so.
  virtual Result<Answer> send_again(std::string_view target, std::string_view body) {
    return send(target, body);
  }
};

// Where the server runs.
struct InMemory {};
struct OnRocksdb {
  // The database is closed and opened again after each request.
  bool is_reopened = false;
};
// In memory, behind an engine that waits in every call as if a network lay between.
struct OnSuspendingEngine {};
// In a PostgreSQL that this program starts.
struct OnPostgres {};
// In this process, but on real sockets.
struct OverHttp {};
// A server that runs already, here or elsewhere on this machine. Its tables are deleted.
struct AtPort {
  std::uint16_t port = 0;
};
using Place = std::variant<InMemory, OnRocksdb, OnSuspendingEngine, OnPostgres, OverHttp, AtPort>;

// "memory", "rocksdb", "restart", "suspending", "postgres", "http" or "port:8000".
Result<Place> parse_place(std::string_view text);

// ERRORS: whatever keeps the server from starting.
Result<std::unique_ptr<Endpoint>> open_endpoint(const Place& place);

}  // namespace partita::conformance
