#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "partita/base/result.h"

namespace partita::server {

// Where a server listens: an IP address and a port.
struct ListenAddress {
  // As text without brackets: "127.0.0.1" or "::1".
  std::string host = "127.0.0.1";
  // 0 means: any that is free.
  std::uint16_t port = 8000;
  // The name of the host as it was given, in lower case; empty if it was an address or localhost.
  // The server accepts it as a Host.
  std::string name = {};

  // From "127.0.0.1:8000", "[::1]:8000", "localhost:8000" or "db.example:8000", a name that this
  // machine knows the address of.
  // ERRORS: InvalidArgument, with the forms that are allowed; a name that nobody knows.
  static Result<ListenAddress> parse(std::string_view text);

  // Whether only programs on this machine can reach it.
  bool is_loopback() const;
  // "127.0.0.1:8000" or "[::1]:8000".
  std::string to_string() const;
};

// "127.0.0.1" or "::1": an address in digits, without brackets.
bool is_ip_address(std::string_view text);

}  // namespace partita::server
