#include "client.h"

namespace partita::load {

Result<Client> Client::connect(const Endpoint& endpoint, const Credentials& credentials) {
  auto connection = TRY(Connection::open(endpoint));
  return Client(std::move(connection), Signer(credentials, endpoint.host()));
}

Result<Answer> Client::call(std::string_view operation, std::string_view body) {
  request_.clear();
  signer_.append_request(request_, operation, body);
  TRY(connection_.send(request_));
  while (true) {
    TRY(connection_.wait());
    const auto answer = TRY(connection_.receive());
    if (answer) return *answer;
  }
}

}  // namespace partita::load
