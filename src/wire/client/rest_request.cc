#include "wire/client/rest_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "wire/protocol/percent_encoding.h"
#include "wire/protocol/sigv4_canonical.h"
#include "wire/protocol/sigv4_hash.h"
#include "wire/protocol/sigv4_time.h"

namespace partita::client {
namespace {

// Sorted and encoded as signatures want it, so that it is the same on both sides.
std::string query_text(const RestRequest& request) {
  std::vector<std::string> parameters;
  for (const auto& [name, value] : request.query) {
    std::string& parameter = parameters.emplace_back();
    protocol::append_percent_encoded(parameter, name);
    parameter += '=';
    protocol::append_percent_encoded(parameter, value);
  }
  std::sort(parameters.begin(), parameters.end());
  return fmt::format("{}", fmt::join(parameters, "&"));
}

void append_signature(std::string& headers, const RestRequest& request, std::string_view host,
                      std::string_view query, const RestSigner& signer) {
  const auto now = std::chrono::floor<std::chrono::seconds>(signer.clock->wall_now());
  const std::string time = protocol::format_signing_time(now);
  const auto& token = signer.credential.session_token;
  const std::string names = fmt::format("host;x-amz-date{}{}", token ? ";x-amz-security-token" : "",
                                        request.target.empty() ? "" : ";x-amz-target");
  std::string path;
  protocol::append_canonical_path(path, request.path);
  const auto payload = protocol::sha256_hex(request.body);
  const std::string canonical =
      fmt::format("{}\n{}\n{}\nhost:{}\nx-amz-date:{}\n{}{}\n{}\n{}", request.method, path, query,
                  host, time, token ? fmt::format("x-amz-security-token:{}\n", token->view()) : "",
                  request.target.empty() ? "" : fmt::format("x-amz-target:{}\n", request.target),
                  names, protocol::text_of(payload));
  const std::string scope =
      fmt::format("{}/{}/dynamodb/aws4_request", time.substr(0, 8), signer.region);
  const auto hash = protocol::sha256_hex(canonical);
  const auto signature = protocol::sign(
      signer.credential, scope,
      fmt::format("AWS4-HMAC-SHA256\n{}\n{}\n{}", time, scope, protocol::text_of(hash)));
  headers += fmt::format(
      "X-Amz-Date: {}\r\n{}Authorization: AWS4-HMAC-SHA256 Credential={}/{}, SignedHeaders={}, "
      "Signature={}\r\n",
      time, token ? fmt::format("X-Amz-Security-Token: {}\r\n", token->view()) : "",
      signer.credential.access_key_id, scope, names, protocol::text_of(signature));
}

}  // namespace

std::string request_text(const RestRequest& request, std::string_view host,
                         const std::optional<RestSigner>& signer) {
  const std::string query = query_text(request);
  std::string text = fmt::format(
      "{} {}{}{} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n",
      request.method, request.path, query.empty() ? "" : "?", query, host, request.body.size());
  if (request.method != "GET") text += fmt::format("Content-Type: {}\r\n", request.body_type);
  if (!request.role.empty()) text += fmt::format("X-Partita-Role: {}\r\n", request.role);
  if (!request.target.empty()) text += fmt::format("X-Amz-Target: {}\r\n", request.target);
  if (signer) append_signature(text, request, host, query, *signer);
  return text.append("\r\n").append(request.body);
}

}  // namespace partita::client
