#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/result.h"
#include "wire/protocol/http_parser.h"

namespace partita::protocol {

// A request as the parser saw it, copied out of the buffer.
struct SeenRequest {
  std::string method;
  std::string target;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool keeps_alive = true;
  friend bool operator==(const SeenRequest&, const SeenRequest&) = default;
};

// All that came out of what a client sent.
struct Seen {
  std::vector<SeenRequest> requests;
  std::optional<ErrorKind> refusal;
  // Of a request that is not complete.
  bool has_rest = false;
  friend bool operator==(const Seen&, const Seen&) = default;
};

// A client's side of a connection: hands bytes to the parser as a connection would, in a buffer
// that moves each time.
class HttpConversation {
 public:
  void receive(std::string_view bytes);
  const Seen& seen() const { return seen_; }
  const std::string& message() const { return message_; }
  std::size_t buffered_bytes() const { return buffer_.size(); }
  bool expects_continue() const { return parser_.expects_continue(); }

 private:
  void take_request(const ReceivedBytes& received);

  HttpParser parser_;
  std::vector<char> buffer_;
  Seen seen_;
  std::string message_;
};

Seen see(std::string_view bytes);
// The same with a packet for every so many bytes.
Seen see_in_packets(std::string_view bytes, std::size_t packet_bytes);

}  // namespace partita::protocol
