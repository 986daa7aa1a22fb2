#include "wire/protocol/sigv4.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "unit/wire/protocol/signed_request.h"
#include "wire/protocol/sigv4_time.h"

namespace partita::protocol {
namespace {

using namespace std::chrono_literals;

std::string outcome_with_token(const SignedRequest& request,
                               std::optional<std::string_view> token) {
  const auto credentials = example_credentials(token);
  const ExampleClock clock;
  return outcome(authenticate(request, {.credentials = credentials, .clock = clock.clock()}));
}

std::string outcome_after(const SignedRequest& request, std::chrono::seconds time) {
  const auto credentials = example_credentials();
  ExampleClock clock;
  clock.advance(time);
  return outcome(authenticate(request, {.credentials = credentials, .clock = clock.clock()}));
}

std::string outcome_if_any_is_well_formed(const SignedRequest& request) {
  const CredentialStore none;
  const ExampleClock clock("20010101T000000Z");
  return outcome(authenticate(
      request,
      {.credentials = none, .clock = clock.clock(), .mode = SignatureMode::AnyWellFormed}));
}

TEST(SigV4, LetsInWhatBotocoreSigned) {
  const auto authentication = authenticate(example_request());
  ASSERT_EQ(outcome(authentication), kExampleId);
  EXPECT_EQ(std::get<Principal>(authentication).region, "eu-central-1");
  EXPECT_EQ(outcome(authenticate(example_presigned())), kExampleId);
  EXPECT_EQ(outcome_with_token(example_with_token(), kExampleToken), kExampleId);
  EXPECT_EQ(outcome_with_token(example_presigned_with_token(), kExampleToken), kExampleId);
}

TEST(SigV4, LetsInBotocoresPathsQueriesBlanksAndHashes) {
  struct Case {
    std::string_view what;
    std::string line;
    std::string extra_name;
    std::string extra_value;
    std::string signed_headers;
    std::string signature;
  };
  const std::string plain = "content-type;host;x-amz-date;x-amz-target";
  const Case cases[] = {
      {"path and query", "POST /a%20b/./c//d/../e?z=1&b=~%2F&a=2&a=1", "User-Agent", "x", plain,
       "d3ab5b63811be67b44d03ac4eab1101c76f2892f14e90e00b3a9e786b69d77e6"},
      {"blanks", "POST /", "X-Amz-Meta", "  a   \"b    c\"  ",
       "content-type;host;x-amz-date;x-amz-meta;x-amz-target",
       "f098ebe2202f2ed62f00a1dc8c7cdb16bc8c4b00da84f83ce22275cf8d10eebc"},
      {"hash of the payload", "POST /", "X-Amz-Content-SHA256",
       "3b2bffb5a5f79c3358e749299472d16d9212b640087983af61d247a01a11ae24",
       "content-type;host;x-amz-content-sha256;x-amz-date;x-amz-target",
       "0b99bd00711e2b0f3109f8034845f35cbb6b192fe46cd4f4bb1950744f15feb9"},
  };
  for (const Case& c : cases) {
    auto request = example_request();
    request.line = c.line;
    request.headers.emplace_back(c.extra_name, c.extra_value);
    request.alter(plain, c.signed_headers)
        .alter("90c9e77798146155ae615eb088b9a4cc08cddc02c92587e1bbce694863e38d4b", c.signature);
    EXPECT_EQ(outcome(authenticate(request)), kExampleId) << c.what;
  }
}

TEST(SigV4, DoesNotMindHowTheRequestIsSpelled) {
  auto request = example_request();
  std::reverse(request.headers.begin(), request.headers.end());
  for (auto& [name, value] : request.headers) {
    for (char& c : name) c = static_cast<char>(std::toupper(c));
    value = "  " + value + "\t ";
  }
  EXPECT_EQ(outcome(authenticate(request)), kExampleId);

  auto without_blanks = example_request();
  without_blanks.alter(", SignedHeaders", ",SignedHeaders").alter(", Signature", ",Signature");
  EXPECT_EQ(outcome(authenticate(without_blanks)), kExampleId);

  auto shouting = example_request();
  shouting.alter("content-type;host", "Content-Type;HOST");
  EXPECT_EQ(outcome(authenticate(shouting)), kExampleId);

  auto with_more = example_request();
  with_more.headers.emplace_back("User-Agent", "anything");
  EXPECT_EQ(outcome(authenticate(with_more)), kExampleId);
}

TEST(SigV4, TakesTheDateHeaderInPlaceOfXAmzDate) {
  auto request = example_request();
  for (auto& [name, value] : request.headers) {
    if (name == "X-Amz-Date") name = "Date";
  }
  EXPECT_EQ(outcome(authenticate(request)), kMismatch) << "found, but another header was signed";
  request.drop("Date");
  EXPECT_NE(outcome(authenticate(request)).find("'X-Amz-Date' or a 'Date' header"),
            std::string::npos);
}

TEST(SigV4, HoldsForFiveMinutesAndFifteenAhead) {
  for (const std::chrono::seconds time : {0s, 299s, 300s, -899s, -900s}) {
    EXPECT_EQ(outcome_after(example_request(), time), kExampleId) << time.count();
  }
  EXPECT_EQ(outcome_after(example_request(), 5min + 1s),
            "InvalidSignature: Signature expired: 20261116T021500Z is now earlier than "
            "20261116T021501Z (20261116T022001Z - 5 min.)");
  EXPECT_EQ(outcome_after(example_request(), -15min - 1s),
            "InvalidSignature: Signature not yet current: 20261116T021500Z is still later than "
            "20261116T021459Z (20261116T015959Z + 15 min.)");
}

TEST(SigV4, APresignedUrlHoldsAsLongAsItSays) {
  EXPECT_EQ(outcome_after(example_presigned(), 10min), kExampleId);
  EXPECT_EQ(outcome_after(example_presigned(), 10min + 1s),
            "InvalidSignature: Signature expired: 20261116T021500Z is now earlier than "
            "20261116T021501Z (20261116T022501Z - 10 min.)");
  EXPECT_NE(outcome_after(example_presigned_with_token(), 91s).find("- 90 sec.)"),
            std::string::npos);
}

TEST(SigV4, WithoutCredentialsAnyClaimThatIsWellFormedWillDo) {
  auto request = example_request();
  request.alter("eu-central-1/dynamodb", "us-east-1/anything")
      .alter("Signature=90c9", "Signature=");
  request.header("X-Amz-Date") = "whenever";
  EXPECT_EQ(outcome_if_any_is_well_formed(request), kExampleId);
  EXPECT_EQ(outcome_if_any_is_well_formed(example_presigned_with_token()), kExampleId);
  EXPECT_EQ(outcome_if_any_is_well_formed(example_with_token()), kExampleId);

  request = example_request();
  request.drop("Authorization");
  EXPECT_EQ(outcome_if_any_is_well_formed(request),
            "MissingAuthenticationToken: Request is missing Authentication Token");
  request = example_request();
  request.alter("Credential=PTTAEXAMPLEEXAMPLE01/", "Credential=");
  EXPECT_NE(outcome_if_any_is_well_formed(request).find("exactly 5"), std::string::npos);
  request = example_request();
  request.alter("SHA256", "SHA1");
  EXPECT_NE(outcome_if_any_is_well_formed(request).find("AWS4-HMAC-SHA1"), std::string::npos);
  request = example_request();
  request.alter("Signature=", "Sig=");
  EXPECT_NE(outcome_if_any_is_well_formed(request).find("'Signature'"), std::string::npos);
}

TEST(SigV4, ChangedCredentialsCountFromTheNextRequest) {
  const ExampleClock clock;
  const auto rules = [&](const CredentialStore& store) {
    return SignatureRules{.credentials = store, .clock = clock.clock()};
  };
  const auto right = example_credentials();
  EXPECT_EQ(outcome(authenticate(example_request(), rules(right))), kExampleId);
  const auto wrong =
      CredentialStore::create({{.access_key_id = std::string(kExampleId),
                                .secret_access_key = SecretText(std::string(40, 'x'))}})
          .value();
  EXPECT_EQ(outcome(authenticate(example_request(), rules(wrong))), kMismatch);
  EXPECT_EQ(outcome(authenticate(example_request(), rules(right))), kExampleId);
}

TEST(SigningTime, IsOneFormOfRealMomentsOnly) {
  for (const std::string_view text :
       {"20150830T123600Z", "19700101T000000Z", "99991231T235959Z", "20240229T000000Z"}) {
    const auto time = parse_signing_time(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(format_signing_time(*time), text);
  }
  for (const std::string_view text :
       {"", "20150830", "20150830T123600", "20150830T123600z", "20150830 123600Z",
        "2015-08-30T12:36:00Z", "20151330T123600Z", "20150832T123600Z", "20150229T123600Z",
        "20150830T243600Z", "20150830T126000Z", "20150830T123660Z", "x0150830T123600Z",
        "+0150830T123600Z", "20150830T123600ZZ", "20150800T000000Z", "20150030T000000Z"}) {
    EXPECT_FALSE(parse_signing_time(text)) << text;
  }
}

}  // namespace
}  // namespace partita::protocol
