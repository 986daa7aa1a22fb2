#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/protocol/http_request.h"

namespace partita::server {

// Keeps web pages away from a server that trusts every client. A page can make a browser on this
// machine send requests here: directly, which the Origin header gives away, or by a host name
// of its own that resolves to this machine (DNS rebinding), which the Host header gives away.
//
// Allowed as Host are localhost, names under .localhost, any IP address, since no name is resolved
// for one, and the names that the operator vouches for. Allowed as Origin is only this server
// itself.
struct OwnNames {
  std::string_view scheme = "http";
  std::vector<std::string> hosts;  // In lower case, without ports.
};

// Why the request is refused, or nothing.
std::optional<std::string_view> origin_refusal(const protocol::HttpRequest& request,
                                               const OwnNames& own = {});

}  // namespace partita::server
