#include "wire/server/request_gate.h"

#include <variant>

#include "partita/api/exception.h"
#include "wire/server/cors.h"
#include "wire/server/request_handler.h"

namespace partita::server {
namespace {

using protocol::AuthenticationFailure;
using protocol::AuthenticationFault;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

api::Exception exception_of(AuthenticationFault fault) {
  switch (fault) {
    case AuthenticationFault::MissingAuthenticationToken:
      return api::Exception::MissingAuthenticationToken;
    case AuthenticationFault::IncompleteSignature:
      return api::Exception::IncompleteSignature;
    case AuthenticationFault::InvalidSignature:
      return api::Exception::InvalidSignature;
    case AuthenticationFault::UnrecognizedClient:
      return api::Exception::UnrecognizedClient;
  }
  return api::Exception::AccessDenied;
}

constexpr std::string_view kCorrelationHeader = "X-Correlation-Id";
constexpr std::size_t kCorrelationBytesMax = 128;

// Letters that can stand in a log, a header and a key alike.
bool is_correlation(std::string_view text) {
  constexpr std::string_view kLetters =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.:/+=@";
  return !text.empty() && text.size() <= kCorrelationBytesMax &&
         text.find_first_not_of(kLetters) == text.npos;
}

// By which the client follows the request: what it calls it, else the trace that it is a part of
// (W3C Trace Context: version, trace, parent, flags).
std::string correlation_of(const HttpRequest& request) {
  const auto given = request.find_header("x-correlation-id");
  if (given && is_correlation(*given)) return std::string(*given);
  constexpr std::size_t kTraceBegin = 3;
  constexpr std::size_t kTraceDigits = 32;
  constexpr std::size_t kTraceParentBytes = 55;
  const auto parent = request.find_header("traceparent").value_or("");
  const auto trace = parent.size() < kTraceParentBytes
                         ? std::string_view()
                         : std::string_view(parent).substr(kTraceBegin, kTraceDigits);
  const bool is_trace = trace.find_first_not_of("0123456789abcdef") == trace.npos &&
                        trace.find_first_not_of('0') != trace.npos;
  return is_trace ? std::string(trace) : std::string();
}

}  // namespace

// In a time that does not depend on how much of a guess is right.
bool RequestGate::knows_token(const HttpRequest& request) const {
  constexpr std::string_view kScheme = "Bearer ";
  const std::string& token = access_.metrics_token;
  const auto header = request.find_header("authorization").value_or("");
  if (token.empty() || header.size() != kScheme.size() + token.size()) return false;
  if (!header.starts_with(kScheme)) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    difference |= static_cast<unsigned char>(header[kScheme.size() + i] ^ token[i]);
  }
  return difference == 0;
}

std::optional<HttpStatus> RequestGate::refuse_page(const HttpRequest& request,
                                                   HttpResponse& response, bool must_sign) const {
  if (must_sign) return std::nullopt;
  const auto refusal = origin_refusal(request, own_names_);
  if (!refusal) return std::nullopt;
  write_message(response, *refusal);
  return HttpStatus::Forbidden;
}

std::optional<HttpStatus> RequestGate::answer_page(const HttpRequest& request,
                                                   HttpResponse& response) const {
  if (!is_enforced()) return std::nullopt;
  if (is_preflight(request)) return answer_preflight(request, response);
  allow_reading(request, response);
  return std::nullopt;
}

Result<protocol::Principal> RequestGate::admit(const HttpRequest& request, HttpResponse& response,
                                               Signature signature) const {
  protocol::Principal caller;
  if (signature == Signature::Always || is_enforced()) {
    auto authentication = access_.verify(request);
    if (const auto* failure = std::get_if<AuthenticationFailure>(&authentication)) {
      return api::failure(exception_of(failure->fault), failure->message);
    }
    caller = std::move(std::get<protocol::Principal>(authentication));
    if (response.note != nullptr) response.note->access_key_id = caller.access_key_id;
  }
  caller.role = TRY(access_.role_of(request, caller));
  caller.correlation = correlation_of(request);
  if (!caller.correlation.empty()) {
    response.headers.append(kCorrelationHeader).append(": ").append(caller.correlation);
    response.headers.append("\r\n");
    if (response.note != nullptr) response.note->correlation = caller.correlation;
  }
  return caller;
}

}  // namespace partita::server
