#include "unit/wire/protocol/http_conversation.h"

#include <algorithm>

namespace partita::protocol {

void HttpConversation::receive(std::string_view bytes) {
  // A new vector of exactly the right size: AddressSanitizer sees any view of the old one.
  std::vector<char> grown(buffer_.begin(), buffer_.end());
  grown.insert(grown.end(), bytes.begin(), bytes.end());
  buffer_ = std::vector<char>(grown.begin(), grown.end());
  while (!seen_.refusal) {
    ReceivedBytes received{buffer_.data(), buffer_.size()};
    const auto progress = parser_.advance(received);
    buffer_.resize(received.size);
    seen_.has_rest = !buffer_.empty();
    if (!progress.ok()) {
      seen_.refusal = progress.error().kind();
      message_ = progress.error().message();
    } else if (*progress == HttpProgress::Complete) {
      take_request(received);
    } else {
      return;
    }
  }
}

void HttpConversation::take_request(const ReceivedBytes& received) {
  const HttpRequest request = parser_.request(received);
  SeenRequest copy{.method = std::string(request.method()),
                   .target = std::string(request.target()),
                   .headers = {},
                   .body = std::string(request.body()),
                   .keeps_alive = request.keeps_alive()};
  for (std::size_t i = 0; i < request.header_count(); ++i) {
    copy.headers.emplace_back(request.header(i).name, request.header(i).value);
  }
  seen_.requests.push_back(std::move(copy));
  buffer_.erase(buffer_.begin(),
                buffer_.begin() + static_cast<std::ptrdiff_t>(parser_.request_bytes()));
  parser_.start_next();
}

Seen see(std::string_view bytes) {
  return see_in_packets(bytes, std::max<std::size_t>(bytes.size(), 1));
}

Seen see_in_packets(std::string_view bytes, std::size_t packet_bytes) {
  HttpConversation conversation;
  while (!bytes.empty()) {
    conversation.receive(bytes.substr(0, packet_bytes));
    bytes.remove_prefix(std::min(packet_bytes, bytes.size()));
  }
  return conversation.seen();
}

}  // namespace partita::protocol
