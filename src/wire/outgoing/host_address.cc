#include "wire/outgoing/host_address.h"

#include <fmt/format.h>

#include <charconv>

namespace partita::outgoing {
namespace {

bool is_port(std::string_view text) {
  unsigned number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && number > 0 &&
         number <= 65535;
}

Error bad_address(std::string_view text) {
  return Error::invalid_argument(
      fmt::format("{} is no address of a server like http://127.0.0.1:8000", text));
}

}  // namespace

Result<HostAddress> parse_host_address(std::string_view text) {
  HostAddress address;
  std::string_view rest = text;
  if (rest.starts_with("https://")) {
    address.has_tls = true;
    rest.remove_prefix(8);
  } else if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
  } else {
    return bad_address(text);
  }
  if (rest.ends_with('/')) rest.remove_suffix(1);
  address.host = rest;
  const auto bracket = rest.rfind(']');
  const auto colon = rest.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  std::string_view name = rest.substr(0, has_port ? colon : rest.size());
  address.port = has_port ? rest.substr(colon + 1) : address.has_tls ? "443" : "80";
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  address.name = name;
  if (name.empty() || name.find('/') != std::string_view::npos || !is_port(address.port)) {
    return bad_address(text);
  }
  return address;
}

}  // namespace partita::outgoing
