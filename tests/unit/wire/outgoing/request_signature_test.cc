#include "wire/outgoing/request_signature.h"

#include <gtest/gtest.h>

#include <chrono>

namespace partita::outgoing {
namespace {

// AWS: "Example: GET Object" of the page on signatures of S3.
TEST(RequestSignature, IsThatOfAwsOwnExample) {
  ManualClock clock;
  clock.jump_wall(std::chrono::sys_days(std::chrono::May / 24 / 2013).time_since_epoch());
  RequestSigner signer;
  signer.credential.access_key_id = "AKIAIOSFODNN7EXAMPLE";
  signer.credential.secret_access_key = SecretText("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
  signer.credential.serial = new_serial();
  signer.service = "s3";
  signer.clock = &clock;
  const std::string empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const std::string lines =
      signature_lines({.method = "GET",
                       .path = "/test.txt",
                       .query = "",
                       .host = "examplebucket.s3.amazonaws.com",
                       .payload_hash = empty,
                       .headers = {{"x-amz-content-sha256", empty}, {"range", "bytes=0-9"}}},
                      signer);
  EXPECT_EQ(lines,
            "X-Amz-Date: 20130524T000000Z\r\n"
            "Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/"
            "s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
            "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41\r\n");
}

}  // namespace
}  // namespace partita::outgoing
