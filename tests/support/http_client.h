#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace partita::testing {

struct HttpAnswer {
  // 0 if the connection ended before an answer was complete.
  int status = 0;
  std::string head;
  std::string body;
};

// A client on a plain socket, which can misbehave as it likes. Blocks, but never for longer than a
// server under the slowest test needs.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{.tv_sec = 30, .tv_usec = 0};
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
    HttpAnswer answer;
    std::size_t head_end = received_.find("\r\n\r\n");
    while (head_end == std::string::npos) {
      if (!receive()) return answer;
      head_end = received_.find("\r\n\r\n");
    }
    const std::size_t body_begin = head_end + 4;
    if (received_.substr(0, head_end).find("Transfer-Encoding: chunked") != std::string::npos) {
      return read_chunks(body_begin);
    }
    const std::size_t size = body_begin + content_length(received_.substr(0, head_end));
    while (received_.size() < size) {
      if (!receive()) return answer;
    }
    answer.head = received_.substr(0, body_begin);
    answer.body = received_.substr(body_begin, size - body_begin);
    answer.status = std::atoi(answer.head.c_str() + std::string_view("HTTP/1.1 ").size());
    received_.erase(0, size);
    return answer;
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
  HttpAnswer read_chunks(std::size_t at) {
    HttpAnswer answer;
    answer.head = received_.substr(0, at);
    for (std::size_t size = 1; size > 0;) {
      std::size_t line_end = received_.find("\r\n", at);
      while (line_end == std::string::npos) {
        if (!receive()) return {};
        line_end = received_.find("\r\n", at);
      }
      size = std::strtoul(received_.c_str() + at, nullptr, 16);
      at = line_end + 2 + size + 2;
      while (received_.size() < at) {
        if (!receive()) return {};
      }
      answer.body.append(received_, line_end + 2, size);
      // What has been read is dropped, so that a large answer is there once.
      received_.erase(0, at);
      at = 0;
    }
    answer.status = std::atoi(answer.head.c_str() + std::string_view("HTTP/1.1 ").size());
    return answer;
  }

  static std::size_t content_length(const std::string& head) {
    constexpr std::string_view kName = "content-length: ";
    // The case of a header's name means nothing.
    const auto at = std::search(head.begin(), head.end(), kName.begin(), kName.end(),
                                [](char in, char wanted) { return std::tolower(in) == wanted; });
    if (at == head.end()) return 0;
    return std::strtoul(&*at + kName.size(), nullptr, 10);
  }

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
