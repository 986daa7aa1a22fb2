#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/clock.h"
#include "wire/protocol/credentials.h"

namespace partita::outgoing {

// Who asks, and what. What is derived from the secret is kept by its serial: two signers of one
// process need two (new_serial).
struct RequestSigner {
  protocol::Credential credential;
  std::string region = "us-east-1";
  std::string service = "dynamodb";
  const Clock* clock = &Clock::system();
};

// The serial of a credential that is in no store of access keys.
std::uint64_t new_serial();

// Names and values that are not encoded yet.
using QueryParameters = std::vector<std::pair<std::string, std::string>>;

// The part of an address behind the question mark: sorted and encoded as signatures want it, so
// that it is the same on both sides.
std::string encoded_query(const QueryParameters& parameters);

// What of a request is signed.
struct SignedParts {
  std::string_view method;
  std::string_view path;   // As it is signed: encoded once more than it travels, but for S3.
  std::string_view query;  // As it travels: encoded and sorted.
  std::string_view host;
  std::string_view payload_hash;  // In hexadecimal digits.
  // Others that are signed, with their names in lower case. They travel as lines of their own.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// The header lines that the signature adds (AWS Signature Version 4), each with its CRLF.
std::string signature_lines(const SignedParts& parts, const RequestSigner& signer);

}  // namespace partita::outgoing
