#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "wire/server/client_pace.h"
#include "wire/server/listen_address.h"

namespace partita::server {

class RequestLog;

// A certificate and its private key, as PEM files.
struct TlsFiles {
  // The server's own certificate first, then those that vouch for it.
  std::filesystem::path certificate;
  std::filesystem::path key;
};

struct ServerOptions {
  ListenAddress listen;
  // Speaks TLS and nothing else if there are such files.
  std::optional<TlsFiles> tls;
  // The handler lets in only who signs with an access key. It is the handler's work; the server
  // must know, because without it and TLS only loopback addresses are safe.
  bool requires_signatures = false;
  // Risks that the operator takes by name: that others on the network read and change what is sent
  // to an address that is not loopback, and that anyone there uses the server.
  bool allows_plaintext_network = false;
  bool allows_anyone_on_network = false;
  // Event loops, each with a thread of its own; 0 means one for each core.
  unsigned loops = 0;
  std::size_t connections_max = 10'000;
  // Of all bodies that are being received or answered.
  std::size_t body_bytes_max = std::size_t{512} << 20;
  // Of all large answers that are being made or sent.
  std::size_t answer_bytes_max = std::size_t{256} << 20;
  TimeLimits time_limits;
  // SIGTERM and SIGINT stop the server; SIGHUP has it read its certificate again.
  bool heeds_signals = false;
  // Told how reading it again went, so that others can do likewise; on the thread of a loop.
  std::function<void(const Status&)> on_reload;
  // Gets a line for each request if there is one; outlives the server.
  RequestLog* request_log = nullptr;
  const Clock* clock = &Clock::system();
};

}  // namespace partita::server
