#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/runner/endpoint.h"
#include "partita/base/result.h"
#include "support/http_client.h"

namespace partita::conformance {

// A server on a port of this machine, spoken to over one connection.
class HttpEndpoint : public Endpoint {
 public:
  explicit HttpEndpoint(std::uint16_t port);

  bool is_connected() const { return client_->is_connected(); }
  Result<Answer> send(std::string_view target, std::string_view body) override;

 protected:
  // ERRORS: Unavailable if there was no answer.
  Result<testing::HttpAnswer> exchange(std::string_view target, std::string_view body);

 private:
  std::uint16_t port_;
  std::optional<testing::HttpClient> client_;
};

// The value of a header of an answer. `name` is in lower case.
std::optional<std::string> find_header(std::string_view head, std::string_view name);

// Somebody else's server.   ERRORS: Unavailable if nobody listens there.
Result<std::unique_ptr<Endpoint>> open_at_port(std::uint16_t port);

}  // namespace partita::conformance
