#pragma once

#include <cstddef>

#include "partita/base/clock.h"
#include "server/client_pace.h"
#include "server/listen_address.h"

namespace partita::server {

struct ServerOptions {
  ListenAddress listen;
  // Event loops, each with a thread of its own; 0 means one for each core.
  unsigned loops = 0;
  std::size_t connections_max = 10'000;
  // Of all bodies that are being received or answered.
  std::size_t body_bytes_max = std::size_t{512} << 20;
  TimeLimits time_limits;
  // SIGTERM and SIGINT stop the server.
  bool stops_on_signals = false;
  const Clock* clock = &Clock::system();
};

}  // namespace partita::server
