#pragma once

#include <string_view>

namespace partita::cli {

// Tells the service manager that started this process, if one did, what state it is in, as lines of
// systemd's protocol: "READY=1", "STOPPING=1". The variable NOTIFY_SOCKET names its socket. Whether
// anybody listens there makes no difference to a server, so a failure is not told.
void tell_service_state(std::string_view state);

// From now on SIGTERM comes, too, when the process that started this one ends, in whatever way.
void stop_with_parent();

}  // namespace partita::cli
