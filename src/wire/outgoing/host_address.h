#pragma once

#include <string>
#include <string_view>

#include "partita/base/result.h"

namespace partita::outgoing {

// A server that is asked over HTTP.
struct HostAddress {
  bool has_tls = false;
  std::string name;  // Without brackets.
  std::string port;
  std::string host;  // As the Host header has it.

  // "db.example.com:8000"
  std::string to_string() const { return name + ":" + port; }
};

// "http://127.0.0.1:8000", "https://db.example.com": no path but a slash.
// ERRORS: InvalidArgument.
Result<HostAddress> parse_host_address(std::string_view text);

}  // namespace partita::outgoing
