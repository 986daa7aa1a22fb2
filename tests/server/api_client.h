#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/http_client.h"
#include "wire/protocol/credentials.h"

namespace partita::testing {

// A client of the API that signs what it sends, on one connection.
class ApiClient {
 public:
  // For a server's environment: it lets in who signs with this client's access key, nobody else.
  static std::vector<std::string> access_key_variables();
  static constexpr std::string_view kAccessKeyId = "PTTATESTTESTTESTTE01";
  static constexpr std::string_view kSecret = "tests/sign+with=this~and*not.with-others";

  explicit ApiClient(std::uint16_t port) : port_(port) {}
  // Signs with another access key. REQUIRES: the credential has a serial of its own.
  ApiClient(std::uint16_t port, protocol::Credential credential)
      : port_(port), credential_(std::move(credential)) {}

  // The bytes of a signed request, for clients that do strange things with them. Further header
  // lines, each with its CRLF, are not signed.
  static std::string request(std::string_view operation, std::string_view body,
                             std::string_view more_headers = "");
  // The same with its end of headers left to the caller, who also says how long the body is.
  static std::string signed_head(std::string_view operation, std::string_view body);

  // Status 0 if the connection ended without an answer. Connects when it has to.
  HttpAnswer send(std::string_view operation, std::string_view body);

 private:
  const std::uint16_t port_;
  const std::optional<protocol::Credential> credential_;  // None: the one above.
  std::optional<HttpClient> connection_;
};

}  // namespace partita::testing
