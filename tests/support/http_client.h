#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "support/http_answer.h"

namespace partita::testing {

// A client on a plain socket, which can misbehave as it likes. Blocks, but never for longer than a
// server under the slowest test needs.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{.tv_sec = 90, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) close();
  }
  HttpClient(HttpClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient() { close(); }

  bool is_connected() const { return socket_ >= 0; }

  // Whether all of it was taken.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  HttpAnswer read_answer() {
    return read_http_answer(received_, [this] { return receive(); });
  }

  // The head of an answer that has no body, whatever its length says: that to HEAD.
  std::string read_head() {
    std::size_t end = received_.find("\r\n\r\n");
    while (end == std::string::npos) {
      if (!receive()) return {};
      end = received_.find("\r\n\r\n");
    }
    std::string head = received_.substr(0, end + 4);
    received_.erase(0, end + 4);
    return head;
  }

  HttpAnswer get(std::string_view path, std::string_view headers = "Host: localhost\r\n") {
    send(std::string("GET ").append(path).append(" HTTP/1.1\r\n").append(headers) + "\r\n");
    return read_answer();
  }

  // Takes at least so many bytes and forgets them. False if the connection ended before.
  bool receive_some(std::size_t bytes) {
    while (received_.size() < bytes) {
      if (!receive()) return false;
    }
    received_.clear();
    return true;
  }
  // All that comes before the connection ends.
  std::string read_rest() {
    while (receive()) {
    }
    return std::exchange(received_, {});
  }

  // Whether the server ends the connection without another byte.
  bool is_ended() { return received_.empty() && !receive(); }

  void finish_sending() const { ::shutdown(socket_, SHUT_WR); }

  // Vanishes without a word of farewell: the server gets a reset.
  void reset() {
    const linger none{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
    close();
  }

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

 private:
  bool receive() {
    char bytes[16384];
    const auto size = ::recv(socket_, bytes, sizeof(bytes), 0);
    if (size <= 0) return false;
    received_.append(bytes, static_cast<std::size_t>(size));
    return true;
  }

  int socket_;
  std::string received_;
};

}  // namespace partita::testing
