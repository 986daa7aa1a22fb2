#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/temporary_directory.h"

namespace partita::testing {

// Debian's HAProxy with examples/cluster/haproxy.cfg before two servers, on any free port.
class LoadBalancer {
 public:
  struct Ports {
    std::uint16_t one;
    std::uint16_t two;
  };
  explicit LoadBalancer(Ports servers);
  ~LoadBalancer();
  LoadBalancer(const LoadBalancer&) = delete;
  LoadBalancer& operator=(const LoadBalancer&) = delete;

  std::uint16_t port() const { return port_; }
  // What it answers to a command at its socket for administrators; empty: it is not there.
  std::string tell(std::string_view command) const;
  // A column of what it shows of a server ("one", "two"): "status", "scur", "stot".
  std::string shown(std::string_view server, std::string_view column) const;
  // Asks until the status of the server begins with that.
  void wait_until(std::string_view server, std::string_view status) const;
  // What it has said.
  std::string log() const;

 private:
  TemporaryDirectory directory_;
  std::uint16_t port_ = 0;
  pid_t process_ = -1;
};

}  // namespace partita::testing
