#pragma once

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "partita/base/clock.h"

namespace partita::load {

struct Credentials {
  std::string access_key = "AKIAIOSFODNN7EXAMPLE";
  std::string secret_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  std::string region = "us-east-1";
};

// Writes whole requests for DynamoDB with Signature Version 4, as an SDK does. The signing key is
// derived once a day and kept; all else is computed for every request.
// THREADS: one thread at a time.
class Signer {
 public:
  // `host` is the value of the Host header.
  Signer(Credentials credentials, std::string host);

  // Appends the request line, the headers and the body.
  void append_request(std::string& request, std::string_view operation, std::string_view body);

 private:
  using Digest = std::array<unsigned char, 32>;
  struct ContextDeleter {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  using Context = std::unique_ptr<EVP_MD_CTX, ContextDeleter>;

  // A key of HMAC-SHA-256 with both of its pads hashed already.
  struct HmacKey {
    Context inner;
    Context outer;
  };

  Digest hash(std::string_view text);
  HmacKey hmac_key(std::string_view key);
  Digest hmac(const HmacKey& key, std::string_view text);
  void renew(std::int64_t second);
  void renew_day(std::string_view date);
  std::string_view signature(std::string_view operation, std::string_view body);

  Credentials credentials_;
  std::string host_;
  Context work_;
  std::int64_t second_ = -1;
  std::string timestamp_;  // 20251001T000000Z
  std::string scope_;      // 20251001/us-east-1/dynamodb/aws4_request
  HmacKey signing_key_;
  std::string canonical_;
  std::string to_sign_;
  std::string hex_;
};

}  // namespace partita::load
