#pragma once

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

namespace partita::testing {

struct HttpAnswer {
  // 0 if the connection ended before an answer was complete.
  int status = 0;
  std::string head;
  std::string body;
};

// Takes the next answer off the front of what was received. `receive` appends more to it; false
// means that no more comes.
template <typename Receive>
class HttpAnswerReader {
 public:
  HttpAnswerReader(std::string& received, Receive receive)
      : received_(received), receive_(receive) {}

  HttpAnswer read() {
    HttpAnswer answer;
    if (!find("\r\n\r\n")) return answer;
    answer.head = take(received_.find("\r\n\r\n") + 4);
    const bool is_chunked = answer.head.find("Transfer-Encoding: chunked") != std::string::npos;
    if (!(is_chunked ? read_chunks(answer.body) : read_whole(answer))) return {};
    answer.status = std::atoi(answer.head.c_str() + std::string_view("HTTP/1.1 ").size());
    return answer;
  }

 private:
  bool find(std::string_view text) {
    while (received_.find(text) == std::string::npos) {
      if (!receive_()) return false;
    }
    return true;
  }
  bool has(std::size_t bytes) {
    while (received_.size() < bytes) {
      if (!receive_()) return false;
    }
    return true;
  }
  std::string take(std::size_t bytes) {
    std::string taken = received_.substr(0, bytes);
    received_.erase(0, bytes);
    return taken;
  }

  bool read_whole(HttpAnswer& answer) {
    const std::size_t size = content_length(answer.head);
    if (!has(size)) return false;
    answer.body = take(size);
    return true;
  }
  bool read_chunks(std::string& body) {
    for (std::size_t size = 1; size > 0;) {
      if (!find("\r\n")) return false;
      const std::string line = take(received_.find("\r\n") + 2);
      size = std::strtoul(line.c_str(), nullptr, 16);
      if (!has(size + 2)) return false;
      body.append(received_, 0, size);
      received_.erase(0, size + 2);
    }
    return true;
  }

  static std::size_t content_length(const std::string& head) {
    constexpr std::string_view kName = "content-length: ";
    // The case of a header's name means nothing.
    const auto at = std::search(head.begin(), head.end(), kName.begin(), kName.end(),
                                [](char in, char wanted) { return std::tolower(in) == wanted; });
    if (at == head.end()) return 0;
    return std::strtoul(&*at + kName.size(), nullptr, 10);
  }

  std::string& received_;
  Receive receive_;
};

template <typename Receive>
HttpAnswer read_http_answer(std::string& received, Receive receive) {
  return HttpAnswerReader<Receive>(received, receive).read();
}

}  // namespace partita::testing
