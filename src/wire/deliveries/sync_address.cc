#include "wire/deliveries/sync_address.h"

#include <algorithm>
#include <utility>

#include "partita/base/case_folding.h"
#include "wire/server/listen_address.h"

namespace partita::deliveries {
namespace {

// A name that is resolved may be that of another machine, so only one of them counts.
bool is_this_machine(const std::string& name) {
  if (name == "localhost") return true;
  return server::is_ip_address(name) && server::ListenAddress{.host = name}.is_loopback();
}

}  // namespace

Result<SyncAddress> parse_sync_address(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t begin = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t end = std::min(url.find_first_of("/?", begin), url.size());
  SyncAddress address;
  address.origin = url.substr(0, end);
  address.host = TRY(outgoing::parse_host_address(address.origin));
  address.target = url.substr(end);
  if (!address.target.starts_with('/')) address.target.insert(0, "/");
  return address;
}

AllowedHosts::AllowedHosts(std::vector<std::string> hosts) : hosts_(std::move(hosts)) {
  for (std::string& host : hosts_) host = to_lower_case(host);
}

bool AllowedHosts::allows(const outgoing::HostAddress& host) const {
  const std::string name = to_lower_case(host.name);
  if (is_this_machine(name)) return true;
  return std::ranges::any_of(hosts_, [&](const std::string& allowed) {
    return allowed == name || allowed == name + ":" + host.port;
  });
}

}  // namespace partita::deliveries
