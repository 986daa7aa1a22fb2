#pragma once

#include <cstdint>
#include <string>

#include "cli/command_line.h"
#include "cli/exit_code.h"
#include "partita/base/clock.h"
#include "wire/server/listen_address.h"

namespace partita::cli {

// Runs a server until it is stopped by a signal.
ExitCode serve(const ServeCommand& command);

// "partita 0.1.0 listens on http://127.0.0.1:8000, data in ./data (RocksDB, every write synced)",
// with the address that it really has.
std::string start_line(const ServeCommand& command, const server::ListenAddress& address);

// "partita stopped in order after 2 min 5 s: 741 requests answered"
std::string stop_line(std::uint64_t requests, MonotonicTime::duration ran);

}  // namespace partita::cli
