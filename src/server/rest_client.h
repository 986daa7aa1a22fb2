#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "database/database.h"
#include "partita/base/result.h"
#include "server/rest_request.h"

namespace partita::server {

struct RestAnswer {
  int status = 0;
  std::string body;
};

// Asks the model API and waits for the answer.
// THREADS: one thread at a time.
class RestClient {
 public:
  virtual ~RestClient() = default;
  // ERRORS: Unavailable if no answer came. An answer that refuses is no error.
  virtual Result<RestAnswer> send(const RestRequest& request) = 0;
};

// Of a server: "http://127.0.0.1:8000", "https://db.example.com". A server's certificate must be
// good for its name, by the certificates that the system trusts (or SSL_CERT_FILE).
// ERRORS: InvalidArgument if that is no such address.
Result<std::unique_ptr<RestClient>> connect_rest(std::string_view endpoint,
                                                 std::optional<RestSigner> signer);

// Of a database in this process, which outlives the client.
std::unique_ptr<RestClient> local_rest(database::Database& database);

}  // namespace partita::server
