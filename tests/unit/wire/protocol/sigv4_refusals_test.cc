// Requests that must not be let in, each one change away from one that is.

#include <gtest/gtest.h>

#include <functional>

#include "unit/wire/protocol/signed_request.h"

namespace partita::protocol {
namespace {

struct Refusal {
  std::string_view what;
  std::function<void(SignedRequest&)> change;
  // What the outcome begins with.
  std::string_view outcome;
};

void expect_refusals(const SignedRequest& good, const std::vector<Refusal>& refusals) {
  ASSERT_EQ(outcome(authenticate(good)), kExampleId);
  for (const Refusal& refusal : refusals) {
    auto request = good;
    refusal.change(request);
    const auto got = outcome(authenticate(request));
    EXPECT_TRUE(got.starts_with(refusal.outcome)) << refusal.what << ": " << got;
    EXPECT_EQ(got.find("Signature=9"), std::string::npos) << refusal.what;
    EXPECT_EQ(got.find("90c9e777"), std::string::npos) << "shows the signature: " << refusal.what;
  }
}

auto header(std::string_view name, std::string_view value) {
  return [=](SignedRequest& request) { request.header(name) = value; };
}
auto without(std::string_view name) {
  return [=](SignedRequest& request) { request.drop(name); };
}
auto twice(std::string_view name, std::string_view value) {
  return [=](SignedRequest& request) { request.headers.emplace_back(name, value); };
}
auto altered(std::string_view from, std::string_view to) {
  return [=](SignedRequest& request) { request.alter(from, to); };
}
auto in_line(std::string_view from, std::string_view to) {
  return [=](SignedRequest& request) {
    request.line.replace(request.line.find(from), from.size(), to);
  };
}

constexpr std::string_view kMissing =
    "MissingAuthenticationToken: Request is missing Authentication Token";
constexpr std::string_view kBadDate =
    "IncompleteSignature: Date must be in ISO-8601 'basic format'. Got '";
constexpr std::string_view kBadScope =
    "IncompleteSignature: Credential must have exactly 5 slash-delimited elements, e.g. "
    "keyid/date/region/service/term, got '";
constexpr std::string_view kHostUnsigned =
    "InvalidSignature: 'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.";

TEST(SigV4Refusals, OfAnythingThatWasSignedAndHasChanged) {
  expect_refusals(
      example_request(),
      {
          {"method", in_line("POST", "GET"), kMismatch},
          {"method's case", in_line("POST", "post"), kMismatch},
          {"path", in_line("/", "/a"), kMismatch},
          {"query", in_line("/", "/?a=1"), kMismatch},
          {"host", header("Host", "localhost:8001"), kMismatch},
          {"host's case", header("Host", "LOCALHOST:8000"), kMismatch},
          {"target", header("X-Amz-Target", "DynamoDB_20120810.DeleteItem"), kMismatch},
          {"target dropped", without("X-Amz-Target"), kMismatch},
          {"target twice", twice("X-Amz-Target", "DynamoDB_20120810.DeleteItem"), kMismatch},
          {"same target twice", twice("X-Amz-Target", "DynamoDB_20120810.GetItem"), kMismatch},
          {"type", header("Content-Type", "application/json"), kMismatch},
          {"type dropped", without("Content-Type"), kMismatch},
          {"type twice", twice("Content-Type", "application/json"), kMismatch},
          {"date", header("X-Amz-Date", "20261116T021501Z"), kMismatch},
          {"date twice", twice("X-Amz-Date", "20261116T021501Z"), kMismatch},
          {"one bit of the body", [](auto& r) { r.body[0] = static_cast<char>(r.body[0] ^ 1); },
           kMismatch},
          {"last bit of the body", [](auto& r) { r.body.back() ^= 1; }, kMismatch},
          {"a blank more in the body", [](auto& r) { r.body += ' '; }, kMismatch},
          {"no body", [](auto& r) { r.body.clear(); }, kMismatch},
          {"list of signed headers", altered("content-type;", ""), kMismatch},
          {"signed header that is not there", altered("x-amz-date;", "x-amz-date;x-amz-meta;"),
           kMismatch},
          {"signed headers out of order", altered("content-type;host", "host;content-type"),
           kMismatch},
          {"signed header twice", altered("content-type;", "content-type;content-type;"),
           kMismatch},
          {"empty name among the signed", altered("content-type;", "content-type;;"), kMismatch},
          {"empty name at the end", altered("x-amz-target,", "x-amz-target;,"), kMismatch},
          {"region", altered("eu-central-1", "eu-central-2"), kMismatch},
      });
}

TEST(SigV4Refusals, OfAnotherSignature) {
  expect_refusals(
      example_request(),
      {
          {"first digit", altered("Signature=9", "Signature=8"), kMismatch},
          {"last digit", altered("8d4b", "8d4c"), kMismatch},
          {"upper case", altered("Signature=90c9e", "Signature=90C9E"), kMismatch},
          {"cut short", altered("8d4b", "8d4"), kMismatch},
          {"longer", altered("8d4b", "8d4b0"), kMismatch},
          {"empty",
           [](auto& r) { r.header("Authorization").resize(r.header("Authorization").size() - 64); },
           "IncompleteSignature: Authorization header requires 'Signature' parameter. "
           "Authorization=AWS4-HMAC-SHA256 Credential="},
          {"zeros",
           [](auto& r) {
             auto& a = r.header("Authorization");
             a.replace(a.size() - 64, 64, std::string(64, '0'));
           },
           kMismatch},
          {"a second one", altered("Signature=90", "Signature=00, Signature=00"),
           "InvalidSignature: Authorization header has a parameter"},
      });
}

TEST(SigV4Refusals, OfAClaimThatIsMissingOrCutShort) {
  expect_refusals(
      example_request(),
      {
          {"no header", without("Authorization"), kMissing},
          {"empty header", header("Authorization", ""), kMissing},
          {"password", header("Authorization", "Basic dXNlcjpwYXNz"), kMissing},
          {"signature version 2", header("Authorization", "AWS3-HTTPS x"), kMissing},
          {"lower case", altered("AWS4-HMAC", "aws4-HMAC"), kMissing},
          {"token only",
           [](auto& r) {
             r.drop("Authorization");
             r.headers.emplace_back("X-Amz-Security-Token", "t");
           },
           kMissing},
          {"both claims", in_line("/", "/?X-Amz-Algorithm=AWS4-HMAC-SHA256"),
           "InvalidSignature: Found both 'X-Amz-Algorithm' as a query-string param and "
           "'Authorization' as HTTP header."},
          {"two headers", twice("Authorization", "AWS4-HMAC-SHA256 x"),
           "InvalidSignature: Found more than one 'Authorization'"},
          {"algorithm alone", header("Authorization", "AWS4-HMAC-SHA256"),
           "IncompleteSignature: Authorization header requires 'Credential' parameter. "
           "Authorization header requires 'Signature' parameter. Authorization header requires "
           "'SignedHeaders' parameter. Authorization=AWS4-HMAC-SHA256"},
          {"no credential", altered("Credential=", "Credentials="),
           "IncompleteSignature: Authorization header requires 'Credential' parameter. "
           "Authorization="},
          {"name's case", altered("Credential=", "credential="),
           "IncompleteSignature: Authorization header requires 'Credential' parameter."},
          {"no signed headers", altered("SignedHeaders=", ""),
           "IncompleteSignature: Authorization header requires 'SignedHeaders' parameter."},
          {"no date", without("X-Amz-Date"),
           "IncompleteSignature: Authorization header requires existence of either a 'X-Amz-Date' "
           "or a 'Date' header. Authorization="},
          {"bytes that are not ASCII", header("Authorization", "AWS4-\xFF\xC3"),
           "IncompleteSignature: Authorization header requires 'Credential' parameter. "
           "Authorization header requires 'Signature' parameter. Authorization header requires "
           "'SignedHeaders' parameter. Authorization=AWS4-?"},
      });
}

TEST(SigV4Refusals, OfDatesAlgorithmsAndScopes) {
  expect_refusals(
      example_request(),
      {
          {"date of HTTP", header("X-Amz-Date", "Mon, 16 Nov 2026 02:15:00 GMT"), kBadDate},
          {"extended form", header("X-Amz-Date", "2026-11-16T02:15:00Z"), kBadDate},
          {"no such day", header("X-Amz-Date", "20261131T021500Z"), kBadDate},
          {"a day ago", header("X-Amz-Date", "20261115T021500Z"),
           "InvalidSignature: Signature expired: "},
          {"a day ahead", header("X-Amz-Date", "20261117T021500Z"),
           "InvalidSignature: Signature not yet current: "},
          {"the year 9999", header("X-Amz-Date", "99991231T235959Z"),
           "InvalidSignature: Signature not yet current: "},
          {"host not signed", altered("host;", ""), kHostUnsigned},
          {"a name that ends in host", altered("host;", "xhost;"), kHostUnsigned},
          {"algorithm", altered("SHA256", "SHA512"),
           "IncompleteSignature: Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA512' (only "
           "AWS4-HMAC-SHA256 for now). "},
          {"asymmetric algorithm", altered("AWS4-HMAC", "AWS4-ECDSA-P256"),
           "IncompleteSignature: Unsupported AWS 'algorithm': "},
          {"no key id", altered("PTTAEXAMPLEEXAMPLE01/", ""), kBadScope},
          {"empty key id", altered("PTTAEXAMPLEEXAMPLE01/", "/"), kBadScope},
          {"one part more", altered("eu-central-1", "eu/central"), kBadScope},
          {"empty region", altered("eu-central-1", ""), kBadScope},
          {"terminator missing", altered("/aws4_request", ""), kBadScope},
          {"slash at the end", altered("aws4_request", "aws4_request/"), kBadScope},
          {"region that is none", altered("eu-central-1", "eu.central"),
           "InvalidSignature: Credential should be scoped to a valid region, not 'eu.central'. "},
          {"service", altered("/dynamodb/", "/s3/"),
           "InvalidSignature: Credential should be scoped to correct service: 'dynamodb'. "},
          {"service's case", altered("/dynamodb/", "/DynamoDB/"),
           "InvalidSignature: Credential should be scoped to correct service: 'dynamodb'. "},
          {"terminator", altered("aws4_request", "aws5_request"),
           "InvalidSignature: Credential should be scoped with a valid terminator: "
           "'aws4_request', not 'aws5_request'. "},
          {"day of the scope", altered("/20261116/", "/20261115/"),
           "InvalidSignature: Date in Credential scope does not match YYYYMMDD from ISO-8601 "
           "version of date from HTTP: '20261115' != '20261116', from '20261116T021500Z'."},
          {"all of the scope", altered("20261116/eu-central-1/dynamodb/aws4_request", "1/r/s/t"),
           "InvalidSignature: Credential should be scoped to correct service: 'dynamodb'. "
           "Credential should be scoped with a valid terminator: 'aws4_request', not 't'. Date in "
           "Credential scope"},
          {"unknown key", altered("PTTAEXAMPLEEXAMPLE01", "PTTAEXAMPLEEXAMPLE02"),
           "UnrecognizedClient: The security token included in the request is invalid."},
          {"key's case", altered("PTTAEXAMPLEEXAMPLE01", "pttaexampleexample01"),
           "UnrecognizedClient: The security token included in the request is invalid."},
          {"part of a key", altered("PTTAEXAMPLEEXAMPLE01", "PTTA"),
           "UnrecognizedClient: The security token included in the request is invalid."},
      });
}

// Rightly signed, and refused all the same.
TEST(SigV4Refusals, OfWhatMayNotBeSignedSo) {
  const std::string plain = "content-type;host;x-amz-date;x-amz-target";
  const std::string hashed = "content-type;host;x-amz-content-sha256;x-amz-date;x-amz-target";
  struct Case {
    std::string_view what;
    std::string hash;
    std::string signed_headers;
    std::string signature;
    std::string_view outcome;
  };
  const Case cases[] = {
      {"payload left out", "UNSIGNED-PAYLOAD", hashed,
       "36861e1174358d67e21ec82ab324d3f0943b145b1bc75a554f93310a6e09b050", kMismatch},
      {"hash of something else", std::string(64, '0'), hashed,
       "88137d52dceef9185b3b01e214ff0951d2efef61652f1306130c5c4b81c407b9", kMismatch},
      {"target left out", "", "content-type;host;x-amz-date",
       "4bf23e2dd4e0ea5f096f158908246c546970741bbbd9bade625e57be40f3ed02",
       "InvalidSignature: 'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization."},
  };
  for (const Case& c : cases) {
    auto request = example_request();
    if (!c.hash.empty()) request.headers.emplace_back("X-Amz-Content-SHA256", c.hash);
    request.alter(plain, c.signed_headers)
        .alter("90c9e77798146155ae615eb088b9a4cc08cddc02c92587e1bbce694863e38d4b", c.signature);
    EXPECT_EQ(outcome(authenticate(request)), c.outcome) << c.what;
  }
}

TEST(SigV4Refusals, OfPresignedUrls) {
  constexpr std::string_view kAbsent =
      "IncompleteSignature: AWS query-string parameters must include '";
  expect_refusals(
      example_presigned(),
      {
          {"no credential", in_line("X-Amz-Credential", "x"), kAbsent},
          {"no signature", in_line("X-Amz-Signature", "x"), kAbsent},
          {"no signed headers", in_line("X-Amz-SignedHeaders", "x"), kAbsent},
          {"no date", in_line("X-Amz-Date", "x"), kAbsent},
          {"empty algorithm", in_line("=AWS4-HMAC-SHA256", "="), kAbsent},
          {"no algorithm", in_line("X-Amz-Algorithm", "x"), kMissing},
          {"other algorithm", in_line("HMAC-SHA256", "HMAC-SHA1"),
           "IncompleteSignature: Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA1'"},
          {"longer life", in_line("Expires=600", "Expires=601"), kMismatch},
          {"endless life", in_line("Expires=600", "Expires=604801"),
           "IncompleteSignature: X-Amz-Expires must be less than a week (in seconds)"},
          {"negative life", in_line("Expires=600", "Expires=-1"),
           "IncompleteSignature: X-Amz-Expires must be non-negative"},
          {"life in words", in_line("Expires=600", "Expires=6e2"),
           "IncompleteSignature: X-Amz-Expires should be a number"},
          {"life beyond numbers", in_line("Expires=600", "Expires=99999999999999999999"),
           "IncompleteSignature: X-Amz-Expires should be a number"},
          {"no life", in_line("X-Amz-Expires=600&", ""), kMismatch},
          {"a parameter more", in_line("X-Amz-Expires", "a=1&X-Amz-Expires"), kMismatch},
          {"a second signature", in_line("X-Amz-Expires", "X-Amz-Signature=0&X-Amz-Expires"),
           "InvalidSignature: Query string has 'X-Amz-Signature' more than once."},
          {"a body", [](auto& r) { r.body = "{}"; }, kMismatch},
          {"control characters", in_line("PTTA", "%00%0A%FF"),
           "UnrecognizedClient: The security token included in the request is invalid."},
          {"host not signed", in_line("host%3B", ""), kHostUnsigned},
          {"target not signed", in_line("%3Bx-amz-target", ""),
           "InvalidSignature: 'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization."},
      });
}

TEST(SigV4Refusals, OfSessionTokensThatAreNotTheKeys) {
  constexpr std::string_view kInvalid =
      "UnrecognizedClient: The security token included in the request is invalid";
  const ExampleClock clock;
  const auto with = [&](const SignedRequest& request, std::optional<std::string_view> token) {
    const auto credentials = example_credentials(token);
    return outcome(authenticate(request, {.credentials = credentials, .clock = clock.clock()}));
  };
  EXPECT_EQ(with(example_with_token(), "another"), kInvalid);
  EXPECT_EQ(with(example_with_token(), std::nullopt), kInvalid);
  EXPECT_EQ(with(example_request(), kExampleToken), kInvalid);
  EXPECT_EQ(with(example_presigned_with_token(), "another"), kInvalid);
  EXPECT_EQ(with(example_presigned(), kExampleToken), kInvalid);
  auto changed = example_with_token();
  changed.header("X-Amz-Security-Token") = "another";
  EXPECT_EQ(with(changed, kExampleToken), kMismatch);
  auto added = example_request();
  added.headers.emplace_back("X-Amz-Security-Token", kExampleToken);
  EXPECT_EQ(with(added, std::nullopt), kInvalid);
}

TEST(SigV4Refusals, OfAMillionNamesTakeNoMoreThanTheirHeader) {
  auto request = example_request();
  std::string names = "a";
  while (names.size() < 12'000) names += ";a";
  request.headers.emplace_back("A", std::string(1'000, 'x'));
  request.alter("content-type;", names + ";content-type;");
  EXPECT_EQ(outcome(authenticate(request)), kMismatch);
}

TEST(SigV4Refusals, OfPartsThatAreGivenTwice) {
  constexpr std::string_view kTwice = "InvalidSignature: Authorization header has a parameter";
  expect_refusals(
      example_request(),
      {
          {"credential", altered("Credential=", "Credential=a/b/c/d/e, Credential="), kTwice},
          {"signed headers", altered("SignedHeaders=", "SignedHeaders=host, SignedHeaders="),
           kTwice},
          {"signature", altered("Signature=", "Signature=00, Signature="), kTwice},
      });
}

}  // namespace
}  // namespace partita::protocol
