#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/clock.h"
#include "wire/protocol/credentials.h"

namespace partita::client {

// A request of the model API, as a program asks it, or of DynamoDB's if it has a target.
struct RestRequest {
  std::string method = "GET";
  std::string path;                                             // As it travels.
  std::vector<std::pair<std::string, std::string>> query = {};  // Not encoded.
  std::string body = {};
  std::string_view body_type = "application/json";
  std::string role = {};    // In which the caller acts, for transitions that ask for one.
  std::string target = {};  // "DynamoDB_20120810.Scan"; empty: the model API.
};

// Who asks. What is derived from the secret is kept by its serial: two signers of one process need
// two.
struct RestSigner {
  protocol::Credential credential;
  std::string region = "us-east-1";
  const Clock* clock = &Clock::system();
};

// The bytes of the request as they travel, for one connection that ends with the answer; signed
// (AWS Signature Version 4) if there is somebody to sign.
std::string request_text(const RestRequest& request, std::string_view host,
                         const std::optional<RestSigner>& signer);

}  // namespace partita::client
