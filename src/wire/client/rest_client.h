#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "wire/client/rest_request.h"

namespace partita::database {
class Database;
}  // namespace partita::database

namespace partita::client {

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

// A server, and who asks it.
struct RestServer {
  std::string endpoint;                     // "http://127.0.0.1:8000", "https://db.example.com"
  std::optional<RestSigner> signer = {};    // Nullopt: nothing is signed.
  std::filesystem::path trusted_file = {};  // Empty: those that the system trusts.
};

// Of a server. Over https its certificate must be good for the name in the endpoint, and those in
// the trusted file (PEM), or those that the system trusts (or SSL_CERT_FILE), must vouch for it.
// ERRORS: InvalidArgument if the address is malformed, or the file has no certificates.
Result<std::unique_ptr<RestClient>> connect_rest(RestServer server);

// Of a database in this process, which outlives the client.
std::unique_ptr<RestClient> local_rest(database::Database& database);

}  // namespace partita::client
