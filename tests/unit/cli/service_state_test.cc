#include "cli/service_state.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/temporary_directory.h"

namespace partita::cli {
namespace {

// A socket as systemd has one, named by NOTIFY_SOCKET while this lives.
class NotifySocket {
 public:
  explicit NotifySocket(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_DGRAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), address.sun_path);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    ::setenv("NOTIFY_SOCKET", path.c_str(), 1);
  }
  ~NotifySocket() {
    ::unsetenv("NOTIFY_SOCKET");
    ::close(socket_);
  }

  // What has been sent; empty if nothing was.
  std::string received() const {
    std::array<char, 100> buffer{};
    const auto count = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    return {buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
  }

 private:
  int socket_;
};

TEST(ServiceState, IsHeardByTheManager) {
  const testing::TemporaryDirectory directory;
  const NotifySocket manager((directory.path() / "notify").string());
  tell_service_state("READY=1\n");
  EXPECT_EQ(manager.received(), "READY=1\n");
  EXPECT_EQ(manager.received(), "");
}

TEST(ServiceState, IsToldToNobodyWhereThereIsNoManager) {
  tell_service_state("READY=1\n");
  ::setenv("NOTIFY_SOCKET", "/nowhere/at/all", 1);
  tell_service_state("READY=1\n");
  ::setenv("NOTIFY_SOCKET", std::string(500, 'x').c_str(), 1);
  tell_service_state("READY=1\n");
  ::unsetenv("NOTIFY_SOCKET");
}

}  // namespace
}  // namespace partita::cli
