#include "wire/outgoing/s3_request.h"

#include <fmt/format.h>

#include "wire/protocol/percent_encoding.h"
#include "wire/protocol/sigv4_hash.h"

namespace partita::outgoing {

// AWS: the path is encoded once for S3 and not normalized, unlike for all other services.
std::string s3_head(const S3Request& request, std::string_view host, const RequestSigner& signer) {
  std::string path = "/" + request.object.bucket;
  if (!request.object.key.empty()) {
    path += '/';
    protocol::append_percent_encoded_path(path, request.object.key);
  }
  const std::string query = encoded_query(request.query);
  const auto payload = protocol::sha256_hex(request.body);
  const SignedParts parts{
      .method = request.method,
      .path = path,
      .query = query,
      .host = host,
      .payload_hash = protocol::text_of(payload),
      .headers = {{"x-amz-content-sha256", std::string(protocol::text_of(payload))}}};
  std::string head = fmt::format(
      "{} {}{}{} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nX-Amz-Content-Sha256: {}\r\n",
      request.method, path, query.empty() ? "" : "?", query, host, request.body.size(),
      protocol::text_of(payload));
  for (const auto& [name, value] : request.headers) head += fmt::format("{}: {}\r\n", name, value);
  return head.append(signature_lines(parts, signer)).append("\r\n");
}

}  // namespace partita::outgoing
