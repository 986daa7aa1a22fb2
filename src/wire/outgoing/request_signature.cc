#include "wire/outgoing/request_signature.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>

#include "wire/protocol/percent_encoding.h"
#include "wire/protocol/sigv4_hash.h"
#include "wire/protocol/sigv4_time.h"

namespace partita::outgoing {

// From the end down: those of a store of access keys begin at the other one.
std::uint64_t new_serial() {
  static std::atomic<std::uint64_t> next{std::numeric_limits<std::uint64_t>::max() - 1};
  return next--;
}

std::string encoded_query(const QueryParameters& parameters) {
  std::vector<std::string> encoded;
  for (const auto& [name, value] : parameters) {
    std::string& parameter = encoded.emplace_back();
    protocol::append_percent_encoded(parameter, name);
    parameter += '=';
    protocol::append_percent_encoded(parameter, value);
  }
  std::sort(encoded.begin(), encoded.end());
  return fmt::format("{}", fmt::join(encoded, "&"));
}

std::string signature_lines(const SignedParts& parts, const RequestSigner& signer) {
  const auto now = std::chrono::floor<std::chrono::seconds>(signer.clock->wall_now());
  const std::string time = protocol::format_signing_time(now);
  const auto& token = signer.credential.session_token;
  auto headers = parts.headers;
  headers.emplace_back("host", parts.host);
  headers.emplace_back("x-amz-date", time);
  if (token) headers.emplace_back("x-amz-security-token", token->view());
  std::sort(headers.begin(), headers.end());
  std::string names;
  std::string lines;
  for (const auto& [name, value] : headers) {
    names += (names.empty() ? "" : ";") + name;
    lines += fmt::format("{}:{}\n", name, value);
  }
  const auto canonical =
      protocol::sha256_hex(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", parts.method, parts.path,
                                       parts.query, lines, names, parts.payload_hash));
  const std::string scope =
      fmt::format("{}/{}/{}/aws4_request", time.substr(0, 8), signer.region, signer.service);
  const auto signature = protocol::sign(
      signer.credential, scope,
      fmt::format("AWS4-HMAC-SHA256\n{}\n{}\n{}", time, scope, protocol::text_of(canonical)));
  return fmt::format(
      "X-Amz-Date: {}\r\n{}Authorization: AWS4-HMAC-SHA256 Credential={}/{}, SignedHeaders={}, "
      "Signature={}\r\n",
      time, token ? fmt::format("X-Amz-Security-Token: {}\r\n", token->view()) : "",
      signer.credential.access_key_id, scope, names, protocol::text_of(signature));
}

}  // namespace partita::outgoing
