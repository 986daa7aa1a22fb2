#include "unit/wire/protocol/signed_request.h"

#include <algorithm>

#include "partita/base/check.h"
#include "wire/protocol/http_parser.h"
#include "wire/protocol/sigv4_time.h"

namespace partita::protocol {
namespace {

constexpr std::string_view kSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr std::string_view kBody = R"({"TableName":"Music","Key":{"Artist":{"S":"No One"}}})";

std::string authorization(std::string_view signed_headers, std::string_view signature) {
  return "AWS4-HMAC-SHA256 Credential=PTTAEXAMPLEEXAMPLE01/20261116/eu-central-1/dynamodb/"
         "aws4_request, SignedHeaders=" +
         std::string(signed_headers) + ", Signature=" + std::string(signature);
}

std::string_view name_of(AuthenticationFault fault) {
  switch (fault) {
    case AuthenticationFault::MissingAuthenticationToken:
      return "MissingAuthenticationToken";
    case AuthenticationFault::IncompleteSignature:
      return "IncompleteSignature";
    case AuthenticationFault::InvalidSignature:
      return "InvalidSignature";
    case AuthenticationFault::UnrecognizedClient:
      return "UnrecognizedClient";
  }
  return "";
}

}  // namespace

std::string& SignedRequest::header(std::string_view name) {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const auto& header) { return header.first == name; });
  PARTITA_CHECK(found != headers.end());
  return found->second;
}

void SignedRequest::drop(std::string_view name) {
  PARTITA_CHECK(std::erase_if(headers, [&](const auto& h) { return h.first == name; }) > 0);
}

SignedRequest& SignedRequest::alter(std::string_view from, std::string_view to) {
  std::string& value = header("Authorization");
  const auto at = value.find(from);
  PARTITA_CHECK(at != std::string::npos);
  value.replace(at, from.size(), to);
  return *this;
}

std::string SignedRequest::text() const {
  std::string text = line + " HTTP/1.1\r\n";
  for (const auto& [name, value] : headers) text.append(name).append(": ").append(value) += "\r\n";
  text += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  return text;
}

CredentialStore example_credentials(std::optional<std::string_view> token) {
  Credential credential{.access_key_id = std::string(kExampleId),
                        .secret_access_key = SecretText(kSecret)};
  if (token) credential.session_token = SecretText(*token);
  return CredentialStore::create({credential}).value();
}

ExampleClock::ExampleClock(std::string_view moment) {
  clock_.jump_wall(parse_signing_time(moment).value().time_since_epoch());
}

SignedRequest example_request() {
  return {.line = "POST /",
          .headers = {{"Host", "localhost:8000"},
                      {"X-Amz-Target", "DynamoDB_20120810.GetItem"},
                      {"Content-Type", "application/x-amz-json-1.0"},
                      {"X-Amz-Date", "20261116T021500Z"},
                      {"Authorization",
                       authorization(
                           "content-type;host;x-amz-date;x-amz-target",
                           "90c9e77798146155ae615eb088b9a4cc08cddc02c92587e1bbce694863e38d4b")}},
          .body = std::string(kBody)};
}

SignedRequest example_with_token() {
  auto request = example_request();
  request.headers.emplace_back("X-Amz-Security-Token", kExampleToken);
  request.header("Authorization") =
      authorization("content-type;host;x-amz-date;x-amz-security-token;x-amz-target",
                    "20e1344f5f992c2d5a390a2f35ffcfdbfbe0ca24531d53e99913f264ee85efc9");
  return request;
}

SignedRequest example_presigned() {
  return {.line =
              "POST /?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=PTTAEXAMPLEEXAMPLE01%2F"
              "20261116%2Feu-central-1%2Fdynamodb%2Faws4_request&X-Amz-Date=20261116T021500Z&"
              "X-Amz-Expires=600&X-Amz-SignedHeaders=content-type%3Bhost%3Bx-amz-target&"
              "X-Amz-Signature=b1c8fd79d12e70df8ebb5aeb64cec4a95eef29692e62d3bc09bf28ae11ee6ada",
          .headers = {{"Host", "localhost:8000"},
                      {"X-Amz-Target", "DynamoDB_20120810.GetItem"},
                      {"Content-Type", "application/x-amz-json-1.0"}},
          .body = ""};
}

SignedRequest example_presigned_with_token() {
  auto request = example_presigned();
  request.line =
      "POST /?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=PTTAEXAMPLEEXAMPLE01%2F20261116%2F"
      "eu-central-1%2Fdynamodb%2Faws4_request&X-Amz-Date=20261116T021500Z&X-Amz-Expires=90&"
      "X-Amz-SignedHeaders=content-type%3Bhost%3Bx-amz-target&X-Amz-Security-Token="
      "FwoGZXIvYXdzEXAMPLE%2F%2FTOKEN%2B%3D%3D&X-Amz-Signature="
      "a4cc1c7ff737857cd361132f85b83fafbd7e8a01f6ae1a3f1f3cc2994f40a941";
  return request;
}

Authentication authenticate(const SignedRequest& request, const SignatureRules& rules) {
  std::string text = request.text();
  HttpParser parser;
  ReceivedBytes received{text.data(), text.size()};
  const auto progress = parser.advance(received);
  PARTITA_CHECK(progress.ok() && *progress == HttpProgress::Complete);
  return verify_signature(parser.request(received), rules);
}

Authentication authenticate(const SignedRequest& request) {
  const CredentialStore credentials = example_credentials();
  const ExampleClock clock;
  return authenticate(request, {.credentials = credentials, .clock = clock.clock()});
}

std::string outcome(const Authentication& authentication) {
  if (const auto* principal = std::get_if<Principal>(&authentication)) {
    return principal->access_key_id;
  }
  const auto& failure = std::get<AuthenticationFailure>(authentication);
  return std::string(name_of(failure.fault)) + ": " + failure.message;
}

}  // namespace partita::protocol
