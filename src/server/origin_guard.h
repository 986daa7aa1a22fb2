#pragma once

#include <optional>
#include <string_view>

#include "protocol/http_request.h"

namespace partita::server {

// Keeps web pages away from a server that trusts whoever can reach it. A page can make a browser on
// this machine send requests here: directly, which the Origin header gives away, or by a host name
// of its own that resolves to this machine (DNS rebinding), which the Host header gives away.
//
// Allowed as Host are localhost, names under .localhost, and any IP address, since no name is
// resolved for one. Allowed as Origin is only this server itself.
// Returns why the request is refused, or nothing.
std::optional<std::string_view> origin_refusal(const protocol::HttpRequest& request);

}  // namespace partita::server
