// AWS's own test suite for Signature Version 4: its requests, its credential, its signatures.

#include <gtest/gtest.h>

#include "unit/wire/protocol/signed_request.h"
#include "wire/protocol/sigv4_canonical.h"

namespace partita::protocol {
namespace {

struct Vector {
  std::string_view name;
  std::string_view line;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string_view signed_headers;
  std::string_view signature;
  std::string_view body = "";
};

std::string verified(const Vector& vector) {
  SignedRequest request{.line = std::string(vector.line),
                        .headers = vector.headers,
                        .body = std::string(vector.body)};
  request.headers.emplace_back("Host", "example.amazonaws.com");
  request.headers.emplace_back("X-Amz-Date", "20150830T123600Z");
  request.headers.emplace_back(
      "Authorization",
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
      "SignedHeaders=" +
          std::string(vector.signed_headers) + ", Signature=" + std::string(vector.signature));
  Credential credential{
      .access_key_id = "AKIDEXAMPLE",
      .secret_access_key = SecretText("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")};
  const auto credentials = CredentialStore::create({credential}).value();
  const ExampleClock clock("20150830T123600Z");
  return outcome(authenticate(
      request, {.credentials = credentials, .clock = clock.clock(), .service = "service"}));
}

constexpr std::string_view kVanilla =
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";
constexpr std::string_view kPostVanilla =
    "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b";
constexpr std::string_view kLeast = "host;x-amz-date";

TEST(SigV4Vectors, PathsAndQueries) {
  const Vector vectors[] = {
      {"get-vanilla", "GET /", {}, kLeast, kVanilla},
      {"get-vanilla-query", "GET /?", {}, kLeast, kVanilla},
      {"get-vanilla-empty-query-key",
       "GET /?Param1=value1",
       {},
       kLeast,
       "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"},
      {"get-vanilla-query-order-key-case",
       "GET /?Param2=value2&Param1=value1",
       {},
       kLeast,
       "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
      {"get-vanilla-query-order-value",
       "GET /?Param1=value2&Param1=value1",
       {},
       kLeast,
       "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"},
      {"get-vanilla-query-unreserved",
       "GET /?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz="
       "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
       {},
       kLeast,
       "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"},
      {"get-vanilla-utf8-query",
       "GET /?%E1%88%B4=bar",
       {},
       kLeast,
       "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
      {"get-unreserved",
       "GET /-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
       {},
       kLeast,
       "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"},
      {"get-relative", "GET /example/..", {}, kLeast, kVanilla},
      {"get-relative-relative", "GET /example1/example2/../..", {}, kLeast, kVanilla},
      {"get-slash", "GET //", {}, kLeast, kVanilla},
      {"get-slash-dot-slash", "GET /./", {}, kLeast, kVanilla},
      {"get-slashes",
       "GET //example//",
       {},
       kLeast,
       "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"},
      {"get-slash-pointless-dot",
       "GET /./example",
       {},
       kLeast,
       "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"},
      {"post-vanilla", "POST /", {}, kLeast, kPostVanilla},
      {"post-vanilla-query",
       "POST /?Param1=value1",
       {},
       kLeast,
       "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"},
  };
  for (const Vector& vector : vectors) EXPECT_EQ(verified(vector), "AKIDEXAMPLE") << vector.name;
}

TEST(SigV4Vectors, HeadersAndBodies) {
  const Vector vectors[] = {
      {"get-header-key-duplicate",
       "GET /",
       {{"My-Header1", "value2"}, {"My-Header1", "value2"}, {"My-Header1", "value1"}},
       "host;my-header1;x-amz-date",
       "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
      {"get-header-value-order",
       "GET /",
       {{"My-Header1", "value4"},
        {"My-Header1", "value1"},
        {"My-Header1", "value3"},
        {"My-Header1", "value2"}},
       "host;my-header1;x-amz-date",
       "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"},
      {"get-header-value-trim",
       "GET /",
       {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}},
       "host;my-header1;my-header2;x-amz-date",
       "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
      {"post-header-key-sort",
       "POST /",
       {{"My-Header1", "value1"}},
       "host;my-header1;x-amz-date",
       "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"},
      {"post-header-value-case",
       "POST /",
       {{"My-Header1", "VALUE1"}},
       "host;my-header1;x-amz-date",
       "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"},
      {"post-x-www-form-urlencoded",
       "POST /",
       {{"Content-Type", "application/x-www-form-urlencoded"}},
       "content-type;host;x-amz-date",
       "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
       "Param1=value1"},
      {"post-x-www-form-urlencoded-parameters",
       "POST /",
       {{"Content-Type", "application/x-www-form-urlencoded; charset=utf8"}},
       "content-type;host;x-amz-date",
       "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe",
       "Param1=value1"},
  };
  for (const Vector& vector : vectors) EXPECT_EQ(verified(vector), "AKIDEXAMPLE") << vector.name;
}

TEST(SigV4Canonical, PathsAreNormalizedAndEncodedOnceMore) {
  struct Case {
    std::string_view path;
    std::string_view canonical;
  };
  constexpr Case kCases[] = {
      {"/", "/"},
      {"//", "/"},
      {"/a", "/a"},
      {"/a/", "/a/"},
      {"//a///b//", "/a/b/"},
      {"/./a/./b/.", "/a/b"},
      {"/a/../..", "/"},
      {"/../../a", "/a"},
      {"/a/..b/...", "/a/..b/..."},
      {"/example space/", "/example%20space/"},
      {"/\xE1\x88\xB4", "/%E1%88%B4"},
      {"/a%20b", "/a%2520b"},
      {"/!*'()", "/%21%2A%27%28%29"},
  };
  for (const Case& c : kCases) {
    std::string canonical;
    append_canonical_path(canonical, c.path);
    EXPECT_EQ(canonical, c.canonical) << c.path;
  }
}

TEST(SigV4Canonical, QueriesAreSortedAndEncodedInOneWay) {
  struct Case {
    std::string_view query;
    std::string_view canonical;
  };
  constexpr Case kCases[] = {
      {"", ""},
      {"&&", ""},
      {"a", "a="},
      {"b=2&a=1", "a=1&b=2"},
      {"a=2&a=1&a", "a=&a=1&a=2"},
      {"a-b=1&a=2", "a=2&a-b=1"},
      {"B=1&a=2&A=3", "A=3&B=1&a=2"},
      {"a=%7e%2f", "a=~%2F"},
      {"a=b=c", "a=b%3Dc"},
      {"a=x+y", "a=x%2By"},
      {"a=%&b=%4&c=%zz", "a=%25&b=%254&c=%25zz"},
      {"%61=1", "a=1"},
      {"X-Amz-Signature=s&a=1", "a=1"},
      {"X-Amz-Signature=s&X-Amz-Signature=t", "X-Amz-Signature=t"},
  };
  for (const Case& c : kCases) {
    CanonicalBuffers buffers;
    append_canonical_query(buffers, c.query);
    EXPECT_EQ(buffers.text, c.canonical) << c.query;
  }
}

}  // namespace
}  // namespace partita::protocol
