#include "server/api_client.h"

#include <fmt/format.h>

#include <chrono>

#include "partita/base/clock.h"
#include "wire/protocol/sigv4_hash.h"

namespace partita::testing {
namespace {

constexpr std::string_view kSignedHeaders = "content-type;host;x-amz-date;x-amz-target";

const protocol::Credential& usual_credential() {
  static const protocol::Credential kCredential = [] {
    protocol::Credential made;
    made.access_key_id = ApiClient::kAccessKeyId;
    made.secret_access_key = SecretText(ApiClient::kSecret);
    return made;
  }();
  return kCredential;
}

// 20261116T060435Z
std::string signing_time() {
  const auto now = Clock::system().wall_now();
  const auto day = std::chrono::floor<std::chrono::days>(now);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(now - day));
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string canonical_request(std::string_view operation, std::string_view body,
                              std::string_view time) {
  const auto body_hash = protocol::sha256_hex(body);
  return fmt::format(
      "POST\n/\n\ncontent-type:application/x-amz-json-1.0\nhost:localhost\nx-amz-date:{}\n"
      "x-amz-target:DynamoDB_20120810.{}\n\n{}\n{}",
      time, operation, kSignedHeaders, protocol::text_of(body_hash));
}

std::string head_signed_by(const protocol::Credential& credential, std::string_view operation,
                           std::string_view body) {
  const std::string time = signing_time();
  const std::string scope = time.substr(0, 8) + "/us-east-1/dynamodb/aws4_request";
  const auto hash = protocol::sha256_hex(canonical_request(operation, body, time));
  const auto to_sign =
      fmt::format("AWS4-HMAC-SHA256\n{}\n{}\n{}", time, scope, protocol::text_of(hash));
  const auto signature = protocol::sign(credential, scope, to_sign);
  return fmt::format(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "X-Amz-Date: {}\r\nX-Amz-Target: DynamoDB_20120810.{}\r\nAuthorization: AWS4-HMAC-SHA256 "
      "Credential={}/{}, SignedHeaders={}, Signature={}\r\n",
      time, operation, credential.access_key_id, scope, kSignedHeaders,
      protocol::text_of(signature));
}

std::string with_body(const std::string& head, std::string_view body) {
  return fmt::format("{}Content-Length: {}\r\n\r\n{}", head, body.size(), body);
}

}  // namespace

std::vector<std::string> ApiClient::access_key_variables() {
  return {fmt::format("PARTITA_ACCESS_KEY_ID={}", kAccessKeyId),
          fmt::format("PARTITA_SECRET_ACCESS_KEY={}", kSecret)};
}

std::string ApiClient::signed_head(std::string_view operation, std::string_view body) {
  return head_signed_by(usual_credential(), operation, body);
}

std::string ApiClient::request(std::string_view operation, std::string_view body,
                               std::string_view more_headers) {
  return with_body(signed_head(operation, body).append(more_headers), body);
}

HttpAnswer ApiClient::send(std::string_view operation, std::string_view body) {
  if (!connection_) connection_.emplace(port_);
  const auto& credential = credential_ ? *credential_ : usual_credential();
  connection_->send(with_body(head_signed_by(credential, operation, body), body));
  auto answer = connection_->read_answer();
  const bool ends = answer.head.find("Connection: close") != std::string::npos;
  if (answer.status == 0 || ends) connection_.reset();
  return answer;
}

}  // namespace partita::testing
