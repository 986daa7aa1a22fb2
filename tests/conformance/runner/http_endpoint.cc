#include "conformance/runner/http_endpoint.h"

#include <fmt/format.h>

#include "conformance/runner/json.h"

namespace partita::conformance {
namespace {

// Of the right form, signed with nothing: the servers under test know no keys.
constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=conformance/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date;x-amz-target, "
    "Signature=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

std::string request_head(std::string_view target, std::size_t body_bytes) {
  return fmt::format(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "X-Amz-Date: 20260101T000000Z\r\nX-Amz-Target: {}\r\nAuthorization: {}\r\n"
      "Content-Length: {}\r\n\r\n",
      target, kAuthorization, body_bytes);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Somebody else's server keeps its tables from script to script, so they are removed.
Status delete_all_tables(HttpEndpoint& endpoint) {
  constexpr std::size_t kAttemptsMax = 10'000;
  for (std::size_t attempt = 0; attempt < kAttemptsMax; ++attempt) {
    const auto listed = TRY(endpoint.send("DynamoDB_20120810.ListTables", "{}"));
    const auto names = Json::parse(listed.body)["TableNames"];
    if (names.empty()) return {};
    for (const auto& name : names) {
      const Json unprotected = {{"TableName", name}, {"DeletionProtectionEnabled", false}};
      TRY(endpoint.send("DynamoDB_20120810.UpdateTable", unprotected.dump()));
      const Json request = {{"TableName", name}};
      TRY(endpoint.send("DynamoDB_20120810.DeleteTable", request.dump()));
    }
  }
  return Error::unavailable("the server does not delete its tables");
}

}  // namespace

std::optional<std::string> find_header(std::string_view head, std::string_view name) {
  std::string lowered;
  for (const char c : head) lowered += lower(c);
  const auto at = lowered.find(fmt::format("\r\n{}:", name));
  if (at == std::string::npos) return std::nullopt;
  const auto begin = head.find_first_not_of(' ', at + name.size() + 3);
  return std::string(head.substr(begin, head.find("\r\n", begin) - begin));
}

HttpEndpoint::HttpEndpoint(std::uint16_t port) : port_(port), client_(std::in_place, port) {}

Result<Answer> HttpEndpoint::send(std::string_view target, std::string_view body) {
  const auto answer = TRY(exchange(target, body));
  return Answer{.status = answer.status, .body = answer.body};
}

Result<testing::HttpAnswer> HttpEndpoint::exchange(std::string_view target, std::string_view body) {
  client_->send(request_head(target, body.size()).append(body));
  auto answer = client_->read_answer();
  if (answer.status == 0) return Error::unavailable("the connection ended without an answer");
  // A server may close it after a request that it does not like.
  if (find_header(answer.head, "connection") == "close") client_.emplace(port_);
  return answer;
}

Result<std::unique_ptr<Endpoint>> open_at_port(std::uint16_t port) {
  auto endpoint = std::make_unique<HttpEndpoint>(port);
  if (!endpoint->is_connected()) {
    return Error::unavailable(fmt::format("nobody listens on port {}", port));
  }
  TRY(delete_all_tables(*endpoint));
  return std::unique_ptr<Endpoint>(std::move(endpoint));
}

}  // namespace partita::conformance
