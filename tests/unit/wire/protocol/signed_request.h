#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/clock.h"
#include "wire/protocol/sigv4.h"

namespace partita::protocol {

// A request that a test takes apart before it is sent.
struct SignedRequest {
  std::string line;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  // The value of the header, to read or change. REQUIRES: there is one.
  std::string& header(std::string_view name);
  void drop(std::string_view name);
  // Puts `to` in place of the first `from` in the Authorization header. REQUIRES: it is there.
  SignedRequest& alter(std::string_view from, std::string_view to);
  std::string text() const;
};

// PTTAEXAMPLEEXAMPLE01 with the secret of AWS's examples, and perhaps a session token.
CredentialStore example_credentials(std::optional<std::string_view> token = std::nullopt);

// Stands at 2026-11-16 02:15:00 UTC, when botocore signed the examples.
class ExampleClock {
 public:
  explicit ExampleClock(std::string_view moment = "20261116T021500Z");
  void advance(std::chrono::seconds by) { clock_.jump_wall(by); }
  const Clock& clock() const { return clock_; }

 private:
  ManualClock clock_;
};

// GetItem as botocore 1.43 signed it, in its header and in its query.
SignedRequest example_request();
SignedRequest example_presigned();
inline constexpr std::string_view kExampleToken = "FwoGZXIvYXdzEXAMPLE//TOKEN+==";
SignedRequest example_with_token();
SignedRequest example_presigned_with_token();

// As a connection would hand it to the verifier: parsed from bytes.
Authentication authenticate(const SignedRequest& request, const SignatureRules& rules);
Authentication authenticate(const SignedRequest& request);

// "InvalidSignature: ..." or the id of who was let in.
std::string outcome(const Authentication& authentication);

inline constexpr std::string_view kMismatch =
    "InvalidSignature: The request signature we calculated does not match the signature you "
    "provided. Check your AWS Secret Access Key and signing method. Consult the service "
    "documentation for details.";
inline constexpr std::string_view kExampleId = "PTTAEXAMPLEEXAMPLE01";

}  // namespace partita::protocol
