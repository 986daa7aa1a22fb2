#include "wire/client/rest_request.h"

#include <fmt/format.h>

#include "wire/protocol/sigv4_canonical.h"
#include "wire/protocol/sigv4_hash.h"

namespace partita::client {
namespace {

std::string signature_of(const RestRequest& request, std::string_view host, std::string_view query,
                         const RestSigner& signer) {
  std::string path;
  protocol::append_canonical_path(path, request.path);
  const auto payload = protocol::sha256_hex(request.body);
  outgoing::SignedParts parts{.method = request.method,
                              .path = path,
                              .query = query,
                              .host = host,
                              .payload_hash = protocol::text_of(payload)};
  if (!request.target.empty()) parts.headers.emplace_back("x-amz-target", request.target);
  return outgoing::signature_lines(parts, signer);
}

}  // namespace

std::string request_text(const RestRequest& request, std::string_view host,
                         const std::optional<RestSigner>& signer) {
  const std::string query = outgoing::encoded_query(request.query);
  std::string text = fmt::format(
      "{} {}{}{} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n",
      request.method, request.path, query.empty() ? "" : "?", query, host, request.body.size());
  if (request.method != "GET") text += fmt::format("Content-Type: {}\r\n", request.body_type);
  if (!request.role.empty()) text += fmt::format("X-Partita-Role: {}\r\n", request.role);
  if (!request.idempotency_key.empty()) {
    text += fmt::format("Idempotency-Key: {}\r\n", request.idempotency_key);
  }
  if (!request.target.empty()) text += fmt::format("X-Amz-Target: {}\r\n", request.target);
  if (signer) text += signature_of(request, host, query, *signer);
  return text.append("\r\n").append(request.body);
}

}  // namespace partita::client
