#include "wire/protocol/sigv4_claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "wire/protocol/percent_encoding.h"

namespace partita::protocol {
namespace {

using Claimed = std::variant<SigningClaim, AuthenticationFailure>;

AuthenticationFailure invalid_claim(std::string message) {
  return {AuthenticationFault::InvalidSignature, std::move(message)};
}

AuthenticationFailure incomplete_claim(std::string message) {
  return {AuthenticationFault::IncompleteSignature, std::move(message)};
}

std::size_t count_headers(const HttpRequest& request, std::string_view lower) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < request.header_count(); ++i) {
    if (equals_ignoring_case(request.header(i).name, lower)) ++count;
  }
  return count;
}

// Commas and blanks end words; SDKs use both.
constexpr auto kIsSeparator = [](char c) { return c == ',' || c == ' ' || c == '\t'; };

// The first word of the list, which loses it.
std::string_view take_word(std::string_view& list) {
  const auto* begin = std::find_if_not(list.begin(), list.end(), kIsSeparator);
  const auto* end = std::find_if(begin, list.end(), kIsSeparator);
  const std::string_view word(begin, end);
  list = {end, list.end()};
  return word;
}

// False if it is there already: two programs could take two different ones for the true one.
bool set_once(std::string_view& part, std::string_view value) {
  if (!part.empty()) return false;
  part = value;
  return true;
}

bool read_parameter(std::string_view word, SigningClaim& claim) {
  const auto equals = word.find('=');
  if (equals == std::string_view::npos) return true;
  const auto name = word.substr(0, equals);
  const auto value = word.substr(equals + 1);
  if (name == "Credential") return set_once(claim.credential, value);
  if (name == "SignedHeaders") return set_once(claim.signed_headers, value);
  if (name == "Signature") return set_once(claim.signature, value);
  return true;
}

std::size_t count_parameters(std::string_view query, std::string_view name) {
  std::size_t count = 0;
  while (const auto parameter = take_parameter(query)) count += parameter->name == name ? 1U : 0U;
  return count;
}

// The header for a message, without the signature: others may read our messages in a log.
std::string echo(std::string_view authorization) {
  return printable(authorization.substr(0, authorization.find("Signature=")));
}

Claimed read_header(const HttpRequest& request, std::string_view authorization) {
  SigningClaim claim;
  auto rest = authorization;
  claim.algorithm = take_word(rest);
  for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (!read_parameter(word, claim)) {
      return invalid_claim("Authorization header has a parameter more than once.");
    }
  }
  claim.date = request.find_header("x-amz-date").value_or(request.find_header("date").value_or(""));
  claim.security_token = request.find_header("x-amz-security-token");

  std::string missing;
  const auto require = [&](std::string_view value, std::string_view name) {
    if (value.empty())
      missing += fmt::format("Authorization header requires '{}' parameter. ", name);
  };
  require(claim.credential, "Credential");
  require(claim.signature, "Signature");
  require(claim.signed_headers, "SignedHeaders");
  if (claim.date.empty()) {
    missing +=
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  }
  if (missing.empty()) return claim;
  return incomplete_claim(missing + "Authorization=" + echo(authorization));
}

// Appends the decoded value, for which there must be room: views of earlier ones stay valid.
std::string_view decode(std::string& decoded, std::string_view value) {
  const auto begin = decoded.size();
  append_percent_decoded(decoded, value);
  return std::string_view(decoded).substr(begin);
}

Claimed read_query(std::string_view query, std::string& decoded) {
  decoded.clear();
  decoded.reserve(query.size());
  SigningClaim claim{.is_presigned = true};
  struct Parameter {
    std::string_view name;
    std::string_view& value;
  };
  const std::array<Parameter, 5> parameters = {{{"X-Amz-Algorithm", claim.algorithm},
                                                {"X-Amz-Credential", claim.credential},
                                                {"X-Amz-Signature", claim.signature},
                                                {"X-Amz-SignedHeaders", claim.signed_headers},
                                                {"X-Amz-Date", claim.date}}};
  std::string missing;
  for (const Parameter& parameter : parameters) {
    if (count_parameters(query, parameter.name) > 1) {
      return invalid_claim(fmt::format("Query string has '{}' more than once.", parameter.name));
    }
    parameter.value = decode(decoded, find_parameter(query, parameter.name).value_or(""));
    if (!parameter.value.empty()) continue;
    missing += fmt::format("AWS query-string parameters must include '{}'. ", parameter.name);
  }
  if (!missing.empty()) {
    return incomplete_claim(missing + "Re-examine the query-string parameters.");
  }
  claim.expires = find_parameter(query, "X-Amz-Expires");
  if (const auto token = find_parameter(query, "X-Amz-Security-Token")) {
    claim.security_token = decode(decoded, *token);
  }
  return claim;
}

}  // namespace

Claimed read_signing_claim(const HttpRequest& request, std::string& decoded) {
  const auto authorization = request.find_header("authorization");
  const bool is_presigned = find_parameter(request.query(), "X-Amz-Algorithm").has_value();
  if (authorization && is_presigned) {
    return invalid_claim(
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  }
  if (is_presigned) return read_query(request.query(), decoded);
  if (!authorization || !authorization->starts_with("AWS4-")) {
    return AuthenticationFailure{AuthenticationFault::MissingAuthenticationToken,
                                 "Request is missing Authentication Token"};
  }
  // Ours: nobody signs this header, so nobody could tell which one was meant.
  if (count_headers(request, "authorization") > 1) {
    return invalid_claim("Found more than one 'Authorization' as HTTP header.");
  }
  return read_header(request, *authorization);
}

std::optional<CredentialScope> parse_credential(std::string_view credential) {
  std::array<std::string_view, 5> parts;
  auto rest = credential;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto slash = rest.find('/');
    const bool is_last = i + 1 == parts.size();
    if (is_last != (slash == std::string_view::npos)) return std::nullopt;
    parts[i] = rest.substr(0, slash);
    if (parts[i].empty()) return std::nullopt;
    if (!is_last) rest.remove_prefix(slash + 1);
  }
  return CredentialScope{.access_key_id = parts[0],
                         .text = credential.substr(parts[0].size() + 1),
                         .date = parts[1],
                         .region = parts[2],
                         .service = parts[3],
                         .terminator = parts[4]};
}

std::string printable(std::string_view text) {
  std::string safe(text);
  const auto is_unsafe = [](char c) { return c < ' ' || c > '~'; };
  std::replace_if(safe.begin(), safe.end(), is_unsafe, '?');
  return safe;
}

}  // namespace partita::protocol
