#include "wire/server/origin_guard.h"

#include <algorithm>

#include "wire/server/listen_address.h"

namespace partita::server {
namespace {

using protocol::equals_ignoring_case;

// The host without its port: "localhost" of "localhost:8000", "::1" of "[::1]:8000". Nothing if it
// is malformed.
std::string_view name_of_host(std::string_view host) {
  const auto name_end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  const auto name = host.substr(0, name_end);
  const auto port = host.substr(name.size());
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool is_port = port.starts_with(':') && port.size() > 1 &&
                       std::all_of(port.begin() + 1, port.end(), is_digit);
  if (!port.empty() && !is_port) return {};
  return name.starts_with('[') ? name.substr(1, name.size() - 2) : name;
}

bool is_under_localhost(std::string_view name) {
  constexpr std::string_view kSuffix = ".localhost";
  return name.size() > kSuffix.size() &&
         equals_ignoring_case(name.substr(name.size() - kSuffix.size()), kSuffix);
}

bool is_own_name(std::string_view name, const OwnNames& own) {
  if (equals_ignoring_case(name, "localhost") || is_under_localhost(name) || is_ip_address(name)) {
    return true;
  }
  return std::any_of(own.hosts.begin(), own.hosts.end(),
                     [&](const std::string& host) { return equals_ignoring_case(name, host); });
}

bool is_own_origin(std::string_view origin, std::string_view host, std::string_view scheme) {
  constexpr std::string_view kSeparator = "://";
  if (!origin.starts_with(scheme)) return false;
  origin.remove_prefix(scheme.size());
  return origin.starts_with(kSeparator) && origin.substr(kSeparator.size()) == host;
}

// Browsers say so of requests without an Origin header, too, such as those for images and scripts.
// A link to here may be followed: what it shows is the server's own.
bool comes_from_other_site(const protocol::HttpRequest& request) {
  if (request.find_header("sec-fetch-site") != "cross-site") return false;
  const bool is_link =
      request.method() == "GET" && request.find_header("sec-fetch-mode") == "navigate";
  return !is_link;
}

}  // namespace

std::optional<std::string_view> origin_refusal(const protocol::HttpRequest& request,
                                               const OwnNames& own) {
  const auto host = request.find_header("host").value_or("");
  if (!is_own_name(name_of_host(host), own)) {
    return "The Host header must be localhost, an IP address or a name given to --allow-host: this "
           "server answers no other name, so that a web page cannot reach it by DNS rebinding";
  }
  if (comes_from_other_site(request)) return "Requests from web pages of another site are refused";
  for (std::size_t i = 0; i < request.header_count(); ++i) {
    const auto header = request.header(i);
    if (equals_ignoring_case(header.name, "origin") &&
        !is_own_origin(header.value, host, own.scheme)) {
      return "Requests from web pages of another origin are refused";
    }
  }
  return std::nullopt;
}

}  // namespace partita::server
