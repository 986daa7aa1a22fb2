#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/outgoing/request_signature.h"

namespace partita::client {

// A request of the model API, as a program asks it, or of DynamoDB's if it has a target.
struct RestRequest {
  std::string method = "GET";
  std::string path;  // As it travels.
  outgoing::QueryParameters query = {};
  std::string body = {};
  std::string_view body_type = "application/json";
  std::string role = {};             // In which the caller acts, for transitions that ask for one.
  std::string idempotency_key = {};  // Requests with the same one are done once; may be empty.
  std::string target = {};           // "DynamoDB_20120810.Scan"; empty: the model API.
};

// Who asks.
using RestSigner = outgoing::RequestSigner;

// The bytes of an HTTP request, on a connection that is closed after the response. It is signed
// (AWS Signature Version 4) if there is a signer.
std::string request_text(const RestRequest& request, std::string_view host,
                         const std::optional<RestSigner>& signer);

}  // namespace partita::client
