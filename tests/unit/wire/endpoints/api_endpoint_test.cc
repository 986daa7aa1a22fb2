// The way of a request to the API, without sockets: what is let in, and what is told before any
// operation is looked at.

#include "wire/endpoints/api_endpoint.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "database/database.h"
#include "partita/base/crc32.h"
#include "support/gzipped.h"
#include "wire/protocol/content_encoding.h"
#include "wire/protocol/http_parser.h"

namespace partita::endpoints {
namespace {

using protocol::HttpResponse;
using protocol::HttpStatus;

constexpr const char* kJson = "Content-Type: application/x-amz-json-1.0\r\n";
constexpr const char* kTarget = "X-Amz-Target: DynamoDB_20120810.ListTables\r\n";
constexpr const char* kSignature =
    "X-Amz-Date: 20261116T000000Z\r\n"
    "Authorization: AWS4-HMAC-SHA256 Credential=any/20261116/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date;x-amz-target, Signature=00\r\n";

struct Answer {
  HttpStatus status;
  HttpResponse response;
};

server::AccessRules with_access_key() {
  protocol::Credential credential;
  credential.access_key_id = "PTTAEXAMPLE";
  credential.secret_access_key = SecretText("a-secret-of-some-length");
  std::vector<protocol::Credential> credentials{credential};
  return {.credentials = protocol::CredentialStore::create(std::move(credentials)).value()};
}

class ApiEndpointTest : public ::testing::Test {
 protected:
  Answer send(ApiEndpoint& endpoint, const std::string& method, const std::string& headers,
              const std::string& body) {
    std::string bytes = method + " / HTTP/1.1\r\nHost: " + host_ +
                        "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + headers +
                        "\r\n" + body;
    protocol::HttpParser parser;
    protocol::ReceivedBytes received{bytes.data(), bytes.size()};
    EXPECT_EQ(parser.advance(received).value(), protocol::HttpProgress::Complete);
    const auto request = parser.request(received);
    Answer answer{};
    answer.status = sync_wait(endpoint.answer(request, answer.response));
    return answer;
  }
  Answer post(const std::string& headers, const std::string& body = "{}") {
    return send(open_, "POST", headers, body);
  }

  std::string host_ = "localhost";
  std::unique_ptr<database::Database> database_ =
      database::Database::open(database::MemoryStore{}).value();
  server::RequestGate open_gate_;
  server::RequestGate enforced_gate_{with_access_key()};
  ApiEndpoint open_{*database_, open_gate_};
  ApiEndpoint enforced_{*database_, enforced_gate_};
};

TEST_F(ApiEndpointTest, TakesAnySignatureWithoutAccessKeys) {
  const auto answer = post(std::string(kJson) + kTarget + kSignature);
  EXPECT_EQ(answer.status, HttpStatus::Ok);
  EXPECT_EQ(answer.response.body, "{\"TableNames\":[]}");
  EXPECT_NE(answer.response.headers.find("x-amz-crc32: "), std::string::npos);
}

TEST_F(ApiEndpointTest, WantsASignatureEvenThen) {
  const auto answer = post(std::string(kJson) + kTarget);
  EXPECT_EQ(answer.status, HttpStatus::BadRequest);
  EXPECT_NE(answer.response.body.find("MissingAuthenticationTokenException"), std::string::npos);
}

TEST_F(ApiEndpointTest, DoesNotKnowAStrangersKey) {
  const auto answer = send(enforced_, "POST", std::string(kJson) + kTarget + kSignature, "{}");
  EXPECT_EQ(answer.status, HttpStatus::BadRequest);
  EXPECT_EQ(answer.response.body.find("TableNames"), std::string::npos);
}

TEST_F(ApiEndpointTest, LetsWebPagesAskOnlyIfSignaturesAreEnforced) {
  const std::string headers =
      "Origin: http://page.test\r\nAccess-Control-Request-Method: POST\r\n"
      "Access-Control-Request-Headers: authorization,x-amz-target\r\n";
  const auto allowed = send(enforced_, "OPTIONS", headers, "");
  EXPECT_EQ(allowed.status, HttpStatus::Ok);
  EXPECT_NE(allowed.response.headers.find("Access-Control-Allow-Origin: *"), std::string::npos);
  EXPECT_NE(allowed.response.headers.find("Access-Control-Allow-Methods: POST"), std::string::npos);
  EXPECT_NE(allowed.response.headers.find("Access-Control-Expose-Headers: x-amzn-RequestId"),
            std::string::npos);
  EXPECT_NE(allowed.response.headers.find("Access-Control-Max-Age: 172800"), std::string::npos);
  const auto refused = send(open_, "OPTIONS", headers, "");
  EXPECT_EQ(refused.status, HttpStatus::NotFound);
  EXPECT_EQ(refused.response.headers.find("Access-Control"), std::string::npos);
}

TEST_F(ApiEndpointTest, IsOnlyForJsonThatIsPosted) {
  for (const char* method : {"PUT", "DELETE"}) {
    const auto answer = send(open_, method, std::string(kJson) + kTarget + kSignature, "{}");
    EXPECT_EQ(answer.status, HttpStatus::NotFound) << method;
    EXPECT_EQ(answer.response.body, "<UnknownOperationException/>\n") << method;
  }
  const auto form = post(std::string("Content-Type: text/plain\r\n") + kTarget + kSignature);
  EXPECT_EQ(form.status, HttpStatus::NotFound);
}

TEST_F(ApiEndpointTest, TakesARequestWithoutABodyForJson) {
  const auto empty = send(open_, "POST", std::string(kTarget) + kSignature, "");
  EXPECT_EQ(empty.status, HttpStatus::BadRequest);
  EXPECT_NE(empty.response.body.find("SerializationException"), std::string::npos);
  const auto untyped = send(open_, "POST", std::string(kTarget) + kSignature, "{}");
  EXPECT_EQ(untyped.status, HttpStatus::NotFound);
}

TEST_F(ApiEndpointTest, UnpacksABody) {
  const auto answer = post(std::string(kJson) + kTarget + kSignature + "Content-Encoding: gzip\r\n",
                           testing::gzipped("{}"));
  EXPECT_EQ(answer.status, HttpStatus::Ok);
}

TEST_F(ApiEndpointTest, RefusesABodyThatGrowsTooLarge) {
  const std::string bomb = testing::gzipped(std::string((16 << 20) + 1, ' '));
  ASSERT_LT(bomb.size(), std::size_t{100'000});
  const auto answer =
      post(std::string(kJson) + kTarget + kSignature + "Content-Encoding: gzip\r\n", bomb);
  EXPECT_EQ(answer.status, HttpStatus::PayloadTooLarge);
}

TEST_F(ApiEndpointTest, TellsOfABodyThatCannotBeUnpackedAsAwsDoes) {
  const auto answer =
      post(std::string(kJson) + kTarget + kSignature + "Content-Encoding: gzip\r\n", "no gzip");
  EXPECT_EQ(answer.status, HttpStatus::InternalServerError);
}

TEST_F(ApiEndpointTest, TakesARequestWithoutBodyAndTypeForJson) {
  const auto unsigned_one = post("", "");
  EXPECT_EQ(unsigned_one.status, HttpStatus::BadRequest);
  EXPECT_NE(unsigned_one.response.body.find("MissingAuthenticationTokenException"),
            std::string::npos);
  const auto signed_one = post(kSignature, "");
  EXPECT_NE(signed_one.response.body.find("UnknownOperationException"), std::string::npos);
  EXPECT_EQ(post(kSignature, "{}").status, HttpStatus::NotFound) << "a body has a type";
}

TEST_F(ApiEndpointTest, NamesAnOperationThatItDoesNotHaveAndThoseThatItHas) {
  const auto answer =
      post(std::string(kJson) + kSignature + "X-Amz-Target: DynamoDB_20120810.GetItems\r\n");
  EXPECT_EQ(answer.status, HttpStatus::BadRequest);
  for (const char* part : {"the operation DynamoDB_20120810.GetItems", "GetItem,", "GetRecords"}) {
    EXPECT_NE(answer.response.body.find(part), std::string::npos) << answer.response.body;
  }
}

TEST_F(ApiEndpointTest, TellsAsItsEndpointTheHostAndPortThatTheClientUsed) {
  for (const std::string host : {"localhost", "127.0.0.1:8123", "db.example:443"}) {
    host_ = host;
    const auto answer = post(std::string(kJson) + kSignature +
                             "X-Amz-Target: DynamoDB_20120810.DescribeEndpoints\r\n");
    EXPECT_NE(answer.response.body.find("\"Address\":\"" + host + "\""), std::string::npos)
        << answer.response.body;
  }
}

TEST_F(ApiEndpointTest, CompressesAnAnswerThatIsWorthItForWhoAcceptsIt) {
  std::string large = R"({"TableName":"things","Item":{"pk":{"S":"a"},"text":{"S":")";
  large.append(20'000, 'x').append("\"}}}");
  const auto call = [&](const std::string& operation, const std::string& body,
                        const std::string& headers = "") {
    return post(std::string(kJson) + kSignature + "X-Amz-Target: DynamoDB_20120810." + operation +
                    "\r\n" + headers,
                body);
  };
  ASSERT_EQ(
      call("CreateTable", R"({"TableName":"things","BillingMode":"PAY_PER_REQUEST","KeySchema":[)"
                          R"({"AttributeName":"pk","KeyType":"HASH"}],"AttributeDefinitions":[)"
                          R"({"AttributeName":"pk","AttributeType":"S"}]})")
          .status,
      HttpStatus::Ok);
  ASSERT_EQ(call("PutItem", large).status, HttpStatus::Ok);
  const std::string key = R"({"TableName":"things","Key":{"pk":{"S":"a"}}})";
  const auto plain = call("GetItem", key);
  const auto packed = call("GetItem", key, "Accept-Encoding: gzip, deflate\r\n");
  EXPECT_EQ(plain.response.headers.find("Content-Encoding"), std::string::npos);
  EXPECT_NE(packed.response.headers.find("Content-Encoding: gzip\r\n"), std::string::npos);
  EXPECT_LT(packed.response.body.size(), 1000U);
  Bytes decoded;
  EXPECT_EQ(protocol::decode_body("gzip", packed.response.body, decoded).value(),
            ByteView(plain.response.body));
  EXPECT_NE(packed.response.headers.find(
                "x-amz-crc32: " + std::to_string(crc32(packed.response.body)) + "\r\n"),
            std::string::npos)
      << "of the bytes that travel";
  const auto missing = call("GetItem", R"({"TableName":"things","Key":{"pk":{"S":"b"}}})",
                            "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(missing.response.body, "{}") << "too small to be worth it";
}

}  // namespace
}  // namespace partita::endpoints
