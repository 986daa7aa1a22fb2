#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"
#include "wire/outgoing/host_address.h"

namespace partita::deliveries {

// Where a sync goes.
struct SyncAddress {
  outgoing::HostAddress host;
  std::string origin;  // "https://example.com:8443"
  std::string target;  // "/hooks/tasks?team=7": the path and what follows it.
};

// ERRORS: InvalidArgument if it is no address like https://host:port/path.
Result<SyncAddress> parse_sync_address(std::string_view url);

// The hosts that may be told anything: this machine, and those that a person has named. So a model
// alone cannot send data out of the house.
class AllowedHosts {
 public:
  // "example.com" allows all of its ports, "example.com:8443" one.
  explicit AllowedHosts(std::vector<std::string> hosts);

  bool allows(const outgoing::HostAddress& host) const;

 private:
  std::vector<std::string> hosts_;  // In lower case.
};

}  // namespace partita::deliveries
