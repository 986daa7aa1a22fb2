#pragma once

#include <string>
#include <string_view>

#include "connection.h"
#include "signer.h"

namespace partita::load {

// One request at a time, waited for: what makes tables ready is not measured.
class Client {
 public:
  static Result<Client> connect(const Endpoint& endpoint, const Credentials& credentials);

  // The answer is valid until the next call.
  Result<Answer> call(std::string_view operation, std::string_view body);

 private:
  Client(Connection connection, Signer signer)
      : connection_(std::move(connection)), signer_(std::move(signer)) {}

  Connection connection_;
  Signer signer_;
  std::string request_;
};

}  // namespace partita::load
