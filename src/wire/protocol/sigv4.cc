#include "wire/protocol/sigv4.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>

#include "partita/base/secret_key.h"
#include "wire/protocol/sigv4_canonical.h"
#include "wire/protocol/sigv4_claim.h"
#include "wire/protocol/sigv4_hash.h"
#include "wire/protocol/sigv4_time.h"

namespace partita::protocol {
namespace {

using namespace std::chrono_literals;
using std::chrono::seconds;
using std::chrono::sys_seconds;
using MaybeFailure = std::optional<AuthenticationFailure>;

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kTerminator = "aws4_request";
constexpr seconds kAgeMax = 5min;
constexpr seconds kAheadMax = 15min;
// AWS: a presigned URL lives for at most seven days.
constexpr seconds kExpiresMax = std::chrono::days(7);
constexpr std::size_t kRegionBytesMax = 64;

AuthenticationFailure incomplete(std::string message) {
  return {AuthenticationFault::IncompleteSignature, std::move(message)};
}
AuthenticationFailure invalid(std::string message) {
  return {AuthenticationFault::InvalidSignature, std::move(message)};
}
AuthenticationFailure unrecognized(std::string message) {
  return {AuthenticationFault::UnrecognizedClient, std::move(message)};
}

// "5 min." or, as only a presigned URL can have it, "90 sec."
std::string duration_text(seconds duration) {
  const auto count = duration.count();
  return count % 60 == 0 ? fmt::format("{} min.", count / 60) : fmt::format("{} sec.", count);
}

// How long the signature holds. Failure if it says so in no way that can be read.
std::variant<seconds, AuthenticationFailure> lifetime_of(const SigningClaim& claim) {
  if (!claim.expires) return kAgeMax;
  const auto text = *claim.expires;
  std::int64_t count = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), count);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
    return incomplete("X-Amz-Expires should be a number");
  }
  if (count < 0) return incomplete("X-Amz-Expires must be non-negative");
  if (seconds(count) > kExpiresMax) {
    return incomplete("X-Amz-Expires must be less than a week (in seconds)");
  }
  return seconds(count);
}

MaybeFailure check_time(const SigningClaim& claim, WallTime wall_now) {
  const auto signed_at = parse_signing_time(claim.date);
  if (!signed_at) {
    return incomplete(
        fmt::format("Date must be in ISO-8601 'basic format'. Got '{}'. See "
                    "http://en.wikipedia.org/wiki/ISO_8601",
                    printable(claim.date)));
  }
  const auto lifetime = lifetime_of(claim);
  if (const auto* failure = std::get_if<AuthenticationFailure>(&lifetime)) return *failure;
  const seconds age_max = std::get<seconds>(lifetime);
  const auto now = std::chrono::floor<seconds>(wall_now);
  const auto text = [](sys_seconds time) { return format_signing_time(time); };
  if (*signed_at < now - age_max) {
    return invalid(fmt::format("Signature expired: {} is now earlier than {} ({} - {})", claim.date,
                               text(now - age_max), text(now), duration_text(age_max)));
  }
  if (*signed_at > now + kAheadMax) {
    return invalid(fmt::format("Signature not yet current: {} is still later than {} ({} + {})",
                               claim.date, text(now + kAheadMax), text(now),
                               duration_text(kAheadMax)));
  }
  return std::nullopt;
}

bool is_signed(const SigningClaim& claim, std::string_view lower) {
  auto names = claim.signed_headers;
  while (!names.empty()) {
    const auto name = names.substr(0, names.find(';'));
    if (equals_ignoring_case(name, lower)) return true;
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return false;
}

// Host, as AWS insists, and the target, which AWS asks clients to sign: without it a signed GetItem
// could be sent again as a DeleteItem.
MaybeFailure check_signed_headers(const HttpRequest& request, const SigningClaim& claim) {
  if (!is_signed(claim, "host")) {
    return invalid("'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.");
  }
  if (request.find_header("x-amz-target") && !is_signed(claim, "x-amz-target")) {
    return invalid("'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.");
  }
  return std::nullopt;
}

MaybeFailure check_algorithm(const SigningClaim& claim) {
  if (claim.algorithm == kAlgorithm) return std::nullopt;
  return incomplete(
      fmt::format("Unsupported AWS 'algorithm': '{}' (only AWS4-HMAC-SHA256 for now). ",
                  printable(claim.algorithm)));
}

AuthenticationFailure malformed_credential(const SigningClaim& claim) {
  return incomplete(
      fmt::format("Credential must have exactly 5 slash-delimited elements, e.g. "
                  "keyid/date/region/service/term, got '{}'",
                  printable(claim.credential)));
}

// Any region will do, as there is only one of us, but it must look like one: it becomes part of
// names in answers.
MaybeFailure check_region(std::string_view region) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  if (region.size() <= kRegionBytesMax && std::all_of(region.begin(), region.end(), fits)) {
    return std::nullopt;
  }
  return invalid(
      fmt::format("Credential should be scoped to a valid region, not '{}'. ", printable(region)));
}

MaybeFailure check_scope(const CredentialScope& scope, std::string_view date,
                         std::string_view service) {
  std::string wrong;
  if (scope.service != service) {
    wrong += fmt::format("Credential should be scoped to correct service: '{}'. ", service);
  }
  if (scope.terminator != kTerminator) {
    wrong += fmt::format("Credential should be scoped with a valid terminator: '{}', not '{}'. ",
                         kTerminator, printable(scope.terminator));
  }
  const auto day = date.substr(0, 8);
  if (scope.date != day) {
    wrong += fmt::format(
        "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
        "'{}' != '{}', from '{}'. ",
        printable(scope.date), day, date);
  }
  if (wrong.empty()) return std::nullopt;
  return invalid(std::move(wrong));
}

// The hash of the payload that was signed must be that of this payload; UNSIGNED-PAYLOAD is for S3.
bool has_true_hash(const HttpRequest& request, const SigningClaim& claim,
                   const HexDigest& payload) {
  if (!is_signed(claim, "x-amz-content-sha256")) return true;
  return request.find_header("x-amz-content-sha256") == text_of(payload);
}

void write_string_to_sign(std::string& target, const SigningClaim& claim,
                          const CredentialScope& scope, const HexDigest& canonical_hash) {
  target.assign(kAlgorithm) += '\n';
  target.append(claim.date) += '\n';
  target.append(scope.text) += '\n';
  target += text_of(canonical_hash);
}

// Memory that every request of a thread uses again.
struct Workspace {
  std::string decoded;
  std::string string_to_sign;
  CanonicalBuffers canonical;
};

Workspace& workspace() {
  thread_local Workspace space;
  return space;
}

bool is_signature_of(const HttpRequest& request, const SigningClaim& claim,
                     const CredentialScope& scope, const Credential& credential,
                     CanonicalSpelling spelling) {
  auto& space = workspace();
  const auto payload = sha256_hex(request.body());
  const bool is_canonical =
      write_canonical_request(space.canonical, request, claim, text_of(payload), spelling);
  write_string_to_sign(space.string_to_sign, claim, scope, sha256_hex(space.canonical.text));
  const auto expected = sign(credential, scope.text, space.string_to_sign);
  const bool is_equal = equal_in_constant_time(text_of(expected), claim.signature);
  return is_canonical && is_equal && has_true_hash(request, claim, payload);
}

// A path and a query that can be spelt in two ways may be signed in either. A presigned URL holds
// its signature, which cannot be a part of what is signed.
bool is_genuine(const HttpRequest& request, const SigningClaim& claim, const CredentialScope& scope,
                const Credential& credential) {
  const auto is_signed_so = [&](CanonicalSpelling spelling) {
    return is_signature_of(request, claim, scope, credential, spelling);
  };
  if (is_signed_so(CanonicalSpelling::Normal)) return true;
  const bool has_other_spelling = request.target() != "/" && !claim.is_presigned;
  return has_other_spelling && is_signed_so(CanonicalSpelling::AsSent);
}

bool has_right_token(const SigningClaim& claim, const Credential& credential) {
  if (claim.security_token.has_value() != credential.session_token.has_value()) return false;
  return !claim.security_token ||
         equal_in_constant_time(*claim.security_token, credential.session_token->view());
}

// Stands in for a credential that there is not, so that looking for one takes no less time.
const Credential& decoy() {
  static const Credential credential;
  return credential;
}

MaybeFailure check_proof(const HttpRequest& request, const SigningClaim& claim,
                         const CredentialScope& scope, const CredentialStore& credentials) {
  const Credential* known = credentials.find(scope.access_key_id);
  const Credential& credential = known != nullptr ? *known : decoy();
  const bool genuine = is_genuine(request, claim, scope, credential);
  if (known == nullptr) {
    return unrecognized("The security token included in the request is invalid.");
  }
  if (!genuine) {
    return invalid(
        "The request signature we calculated does not match the signature you provided. Check your "
        "AWS Secret Access Key and signing method. Consult the service documentation for details.");
  }
  if (!has_right_token(claim, credential)) {
    return unrecognized("The security token included in the request is invalid");
  }
  return std::nullopt;
}

// Application Auto Scaling is another service at the same address.
std::string_view service_of(const HttpRequest& request, const SignatureRules& rules) {
  const auto target = request.find_header("x-amz-target").value_or("");
  return target.starts_with("AnyScaleFrontendService.") ? "application-autoscaling" : rules.service;
}

}  // namespace

Authentication verify_signature(const HttpRequest& request, const SignatureRules& rules) {
  const auto claimed = read_signing_claim(request, workspace().decoded);
  if (const auto* failure = std::get_if<AuthenticationFailure>(&claimed)) return *failure;
  const auto& claim = std::get<SigningClaim>(claimed);
  const bool is_enforced = rules.mode == SignatureMode::Enforced;
  if (is_enforced) {
    if (auto failure = check_time(claim, rules.clock.wall_now())) return *failure;
    if (auto failure = check_signed_headers(request, claim)) return *failure;
  }
  if (auto failure = check_algorithm(claim)) return *failure;
  const auto scope = parse_credential(claim.credential);
  if (!scope) return malformed_credential(claim);
  if (auto failure = check_region(scope->region)) return *failure;
  if (is_enforced) {
    if (auto failure = check_scope(*scope, claim.date, service_of(request, rules))) return *failure;
    if (auto failure = check_proof(request, claim, *scope, rules.credentials)) return *failure;
  }
  Principal caller{printable(scope->access_key_id), std::string(scope->region)};
  if (is_enforced) caller.role = rules.credentials.find(scope->access_key_id)->role;
  return caller;
}

}  // namespace partita::protocol
