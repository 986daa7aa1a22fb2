#include "wire/server/request_gate.h"

#include <gtest/gtest.h>

#include "partita/api/exception.h"
#include "wire/protocol/http_parser.h"

namespace partita::server {
namespace {

using protocol::HttpResponse;
using protocol::HttpStatus;
using Signature = RequestGate::Signature;

AccessRules with_keys() {
  protocol::Credential credential;
  credential.access_key_id = "PTTAEXAMPLE";
  credential.secret_access_key = SecretText("a-secret-of-some-length");
  std::vector<protocol::Credential> credentials{credential};
  return {.credentials = protocol::CredentialStore::create(std::move(credentials)).value()};
}

class RequestGateTest : public ::testing::Test {
 protected:
  // Calls `ask` with a request that has these headers.
  template <typename Ask>
  auto with_request(std::string_view method, std::string_view headers, Ask ask) {
    std::string text(method);
    text.append(" / HTTP/1.1\r\n").append(headers).append("\r\n");
    protocol::HttpParser parser;
    protocol::ReceivedBytes received{text.data(), text.size()};
    EXPECT_EQ(parser.advance(received).value(), protocol::HttpProgress::Complete);
    return ask(parser.request(received));
  }
  std::optional<HttpStatus> refuse_page(const RequestGate& gate, bool must_sign) {
    return with_request("GET", "Host: rebound.test\r\n", [&](const auto& request) {
      return gate.refuse_page(request, response_, must_sign);
    });
  }
  std::optional<HttpStatus> preflight(const RequestGate& gate) {
    return with_request("OPTIONS", "Host: localhost\r\nOrigin: https://page.test\r\n",
                        [&](const auto& request) { return gate.answer_page(request, response_); });
  }
  Result<protocol::Principal> admit(const RequestGate& gate, Signature signature) {
    return with_request(
        "GET", "Host: localhost\r\nX-Partita-Role: clerk\r\n",
        [&](const auto& request) { return gate.admit(request, response_, signature); });
  }

  const RequestGate open_;
  const RequestGate enforced_{with_keys()};
  HttpResponse response_;
};

TEST_F(RequestGateTest, KeepsPagesAwayWhereNobodyMustSign) {
  EXPECT_EQ(refuse_page(open_, false), HttpStatus::Forbidden);
  EXPECT_EQ(refuse_page(enforced_, false), HttpStatus::Forbidden);
  EXPECT_EQ(refuse_page(enforced_, true), std::nullopt);
}

TEST_F(RequestGateTest, TellsBrowsersThatTheyMayAskOnlyWhereAllMustSign) {
  EXPECT_EQ(preflight(open_), std::nullopt);
  EXPECT_EQ(response_.headers, "");
  EXPECT_EQ(preflight(enforced_), HttpStatus::Ok);
  EXPECT_NE(response_.headers.find("Access-Control-Allow-Origin: *"), std::string::npos);
}

TEST_F(RequestGateTest, AsksForASignatureAlwaysOrOnlyIfThereAreKeys) {
  const auto refusal = [&](const RequestGate& gate, Signature signature) {
    const auto admitted = admit(gate, signature);
    return !admitted.ok() &&
           api::exception_of(admitted.error()) == api::Exception::MissingAuthenticationToken;
  };
  EXPECT_TRUE(refusal(open_, Signature::Always));
  EXPECT_TRUE(refusal(enforced_, Signature::Always));
  EXPECT_TRUE(refusal(enforced_, Signature::IfEnforced));
  EXPECT_FALSE(refusal(open_, Signature::IfEnforced));
}

TEST_F(RequestGateTest, BelievesTheRoleThatIsClaimedWhereThereAreNoKeys) {
  EXPECT_EQ(admit(open_, Signature::IfEnforced).value().role, "clerk");
}

}  // namespace
}  // namespace partita::server
