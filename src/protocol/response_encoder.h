#pragma once

#include <string>

namespace partita::protocol {

// Appends the body of an operation's answer. `Response` is any response of include/partita/api.
// Absent members are left out. A response that has no members at all has an empty body, as AWS has
// it for TagResource.
template <typename Response>
void append_json(std::string& json, const Response& response);

}  // namespace partita::protocol
