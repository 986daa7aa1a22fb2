#include "wire/server/listen_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <charconv>

namespace partita::server {
namespace {

namespace ip = boost::asio::ip;

Error malformed(std::string_view text) {
  return Error::invalid_argument(
      fmt::format("\"{}\" is not an address to listen on: write an IP address, localhost or the "
                  "name of a host, a colon and a port, such as 127.0.0.1:8000 or [::1]:8000",
                  text));
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Letters, digits and hyphens between dots, as in DNS. Not digits alone: "127.0.0" is a mistake.
bool is_host_name(std::string_view text) {
  constexpr std::string_view kOthers = "0123456789-_.";
  const auto is_allowed = [&](char c) { return is_letter(c) || kOthers.find(c) != kOthers.npos; };
  return std::any_of(text.begin(), text.end(), is_letter) && text.front() != '.' &&
         std::all_of(text.begin(), text.end(), is_allowed);
}

std::string in_lower_case(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

// The first address of the host.
Result<std::string> resolve(const std::string& name) {
  boost::asio::io_context io;
  ip::tcp::resolver resolver(io);
  boost::system::error_code failed;
  const auto found = resolver.resolve(name, "", failed);
  if (!failed && !found.empty()) return found.begin()->endpoint().address().to_string();
  return Error::invalid_argument(
      fmt::format("this machine knows no address of the host {} to listen on", name));
}

bool parse_port(std::string_view text, std::uint16_t& port) {
  const auto* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, port);
  return !text.empty() && parsed.ec == std::errc() && parsed.ptr == end;
}

// The address itself, out of its brackets if it has any. Empty if they do not fit.
std::string_view without_brackets(std::string_view host) {
  const bool has_colon = host.find(':') != std::string_view::npos;
  const bool has_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (has_colon != has_brackets) return {};
  return has_brackets ? host.substr(1, host.size() - 2) : host;
}

}  // namespace

Result<ListenAddress> ListenAddress::parse(std::string_view text) {
  ListenAddress address;
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || !parse_port(text.substr(colon + 1), address.port)) {
    return malformed(text);
  }
  const auto host = without_brackets(text.substr(0, colon));
  if (host == "localhost") return address;
  if (is_ip_address(host)) {
    address.host = host;
    return address;
  }
  if (!is_host_name(host)) return malformed(text);
  address.name = in_lower_case(host);
  address.host = TRY(resolve(address.name));
  return address;
}

bool ListenAddress::is_loopback() const {
  boost::system::error_code failed;
  const auto address = ip::make_address(host, failed);
  return !failed && address.is_loopback();
}

std::string ListenAddress::to_string() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return is_v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

bool is_ip_address(std::string_view text) {
  boost::system::error_code failed;
  ip::make_address(text, failed);
  return !failed;
}

}  // namespace partita::server
