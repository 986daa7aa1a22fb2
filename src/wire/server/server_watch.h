#pragma once

#include <cstddef>
#include <cstdint>

#include "wire/server/request_counts.h"

namespace partita::server {

// How a server is doing.
struct ServerState {
  std::size_t connections = 0;  // Open now.
  std::size_t connections_max = 0;
  std::uint64_t accepted = 0;  // Connections, since it runs.
  std::uint64_t turned_away = 0;
  std::size_t body_bytes = 0;  // Of the memory for bodies: taken, and all.
  std::size_t body_bytes_max = 0;
  std::size_t answer_bytes = 0;  // Of the memory for large answers: the same.
  std::size_t answer_bytes_max = 0;
};

// A server that runs, to be asked how it is doing.   THREADS: safe for concurrent calls.
class ServerWatch {
 public:
  virtual ~ServerWatch() = default;
  virtual ServerState state() const = 0;
  virtual RequestSums requests() const = 0;
};

}  // namespace partita::server
