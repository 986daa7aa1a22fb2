// Who may use the API of models where access keys are, and how our own client signs.

#include "partita/base/clock.h"
#include "unit/wire/rest/shop.h"
#include "wire/client/rest_request.h"
#include "wire/protocol/sigv4_hash.h"
#include "wire/protocol/sigv4_time.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;

protocol::Credential credential(std::string_view secret = "a-secret-of-some-length",
                                std::uint64_t serial = UINT64_MAX) {
  protocol::Credential made;
  made.serial = serial;
  made.access_key_id = "PTTAEXAMPLE";
  made.secret_access_key = SecretText(secret);
  return made;
}

class RestAccess : public RestShop {
 protected:
  static server::AccessRules with_one_key() {
    std::vector<protocol::Credential> credentials{credential()};
    return {.credentials = protocol::CredentialStore::create(std::move(credentials)).value()};
  }

  RestReply send_text(std::string text) {
    protocol::HttpParser parser;
    protocol::ReceivedBytes received{text.data(), text.size()};
    EXPECT_EQ(parser.advance(received).value(), protocol::HttpProgress::Complete) << text;
    const auto request = parser.request(received);
    RestReply reply;
    reply.status = sync_wait(enforced_.answer(request, reply.response));
    return reply;
  }

  // A GET whose path and query are signed as they are given.
  static std::string signed_as_sent(std::string_view path, std::string_view query) {
    const auto now = std::chrono::floor<std::chrono::seconds>(Clock::system().wall_now());
    const std::string time = protocol::format_signing_time(now);
    const std::string scope = time.substr(0, 8) + "/us-east-1/dynamodb/aws4_request";
    const auto body = protocol::sha256_hex("");
    const auto hash = protocol::sha256_hex(
        fmt::format("GET\n{}\n{}\nhost:localhost\nx-amz-date:{}\n\nhost;x-amz-date\n{}", path,
                    query, time, protocol::text_of(body)));
    const auto signature = protocol::sign(
        credential(), scope,
        fmt::format("AWS4-HMAC-SHA256\n{}\n{}\n{}", time, scope, protocol::text_of(hash)));
    return fmt::format(
        "Host: localhost\r\nX-Amz-Date: {}\r\nAuthorization: AWS4-HMAC-SHA256 "
        "Credential=PTTAEXAMPLE/{}, SignedHeaders=host;x-amz-date, Signature={}\r\n\r\n",
        time, scope, protocol::text_of(signature));
  }

  server::RequestGate enforced_gate_{with_one_key()};
  RestEndpoint enforced_{*database_, enforced_gate_, monitor_};
};

TEST_F(RestAccess, LetsNobodyInWithoutASignature) {
  for (const char* path : {"/api/", "/api/shop/things?kind=cup", "/api/nothing"}) {
    const auto reply = send_text(fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", path));
    EXPECT_EQ(reply.status, HttpStatus::Forbidden) << path;
    EXPECT_TRUE(reply.holds("access_denied")) << reply.body();
  }
}

TEST_F(RestAccess, LetsInWhoSigns) {
  client::RestRequest request{.path = "/api/shop/things",
                              .query = {{"kind", "cup"}, {"from", "2025-10-01T00:00:00+02:00"}}};
  const client::RestSigner signer{.credential = credential()};
  EXPECT_EQ(send_text(client::request_text(request, "localhost", signer)).status, HttpStatus::Ok);
  const client::RestRequest put{
      .method = "PUT", .path = "/api/shop/things/a%20b%2Fc", .body = R"({"kind":"cup"})"};
  const auto made = send_text(client::request_text(put, "localhost", signer));
  EXPECT_EQ(made.status, HttpStatus::Created) << made.body();
  EXPECT_TRUE(made.holds(R"("id":"a b/c")")) << made.body();
  EXPECT_EQ(made.header("Location"), "/api/shop/things/a%20b%2Fc");
  const client::RestSigner stranger{.credential =
                                        credential("another-secret-of-16", UINT64_MAX - 1)};
  EXPECT_EQ(send_text(client::request_text(request, "localhost", stranger)).status,
            HttpStatus::Forbidden);
}

TEST_F(RestAccess, CoversTheBodyWithTheSignature) {
  const client::RestRequest put{
      .method = "PUT", .path = "/api/shop/things/7", .body = R"({"kind":"cup"})"};
  std::string text =
      client::request_text(put, "localhost", client::RestSigner{.credential = credential()});
  text.replace(text.find("cup"), 3, "pot");
  EXPECT_EQ(send_text(text).status, HttpStatus::Forbidden);
}

TEST_F(RestAccess, TakesASignatureOfTheQueryAsItIsSent) {
  const std::string query = "kind=cup&colour=red";
  const std::string rest = signed_as_sent("/api/shop/things", query);
  const auto line = [&](std::string_view sent) {
    return fmt::format("GET /api/shop/things?{} HTTP/1.1\r\n{}", sent, rest);
  };
  EXPECT_EQ(send_text(line(query)).status, HttpStatus::Ok);
  EXPECT_EQ(send_text(line("kind=cup&colour=blue")).status, HttpStatus::Forbidden);
  EXPECT_EQ(send_text(line("colour=red&kind=cup")).status, HttpStatus::Forbidden);
}

// The signature is over the path without them, so it would hold for another path as well.
TEST_F(RestAccess, RefusesPathsThatASignatureDoesNotBind) {
  for (const char* path : {"/api/shop/../shop/things", "/api/./shop/things", "/api//shop/things"}) {
    const std::string rest = signed_as_sent("/api/shop/things", "kind=cup");
    const auto reply = send_text(fmt::format("GET {}?kind=cup HTTP/1.1\r\n{}", path, rest));
    EXPECT_EQ(reply.status, HttpStatus::BadRequest) << path << reply.body();
  }
}

TEST_F(RestAccess, AnswersABrowserThatAsksBeforeItSends) {
  const std::string ask =
      "OPTIONS /api/shop/things HTTP/1.1\r\nHost: db.test\r\nOrigin: https://page.test\r\n"
      "Access-Control-Request-Method: GET\r\n\r\n";
  const auto reply = send_text(ask);
  EXPECT_EQ(reply.status, HttpStatus::Ok);
  EXPECT_EQ(reply.header("Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(reply.header("Access-Control-Allow-Methods"), "GET");
  const auto refused =
      send_text("GET /api/ HTTP/1.1\r\nHost: db.test\r\nOrigin: https://page.test\r\n\r\n");
  EXPECT_EQ(refused.status, HttpStatus::Forbidden);
  EXPECT_EQ(refused.header("Access-Control-Allow-Origin"), "*") << "the page may read why";
}

}  // namespace
}  // namespace partita::rest
