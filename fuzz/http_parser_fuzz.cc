// Bytes from a client, whole and in packets of every size the input asks for: both ways give the
// same requests and the same verdict, and each request lies within what was received.
//
// input := packet_bytes:u8 byte*

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/check.h"
#include "wire/protocol/http_parser.h"

namespace partita::protocol {
namespace {

class Connection {
 public:
  void receive(std::string_view bytes) {
    // Moved each time, so that AddressSanitizer sees a view of the old place.
    std::vector<char> moved(buffer_.size() + bytes.size());
    std::copy(buffer_.begin(), buffer_.end(), moved.begin());
    std::copy(bytes.begin(), bytes.end(),
              moved.begin() + static_cast<std::ptrdiff_t>(buffer_.size()));
    buffer_.swap(moved);
    while (!is_refused_ && advance()) {
    }
  }

  // Everything that was seen, as text that can be compared.
  const std::string& seen() const { return seen_; }

 private:
  bool advance() {
    ReceivedBytes received{buffer_.data(), buffer_.size()};
    const auto progress = parser_.advance(received);
    PARTITA_CHECK(received.size <= buffer_.size());
    buffer_.resize(received.size);
    if (!progress.ok()) {
      is_refused_ = true;
      seen_ += name_of(progress.error().kind());
      return false;
    }
    if (*progress != HttpProgress::Complete) return false;
    note(parser_.request(received));
    PARTITA_CHECK(parser_.request_bytes() <= buffer_.size());
    buffer_.erase(buffer_.begin(),
                  buffer_.begin() + static_cast<std::ptrdiff_t>(parser_.request_bytes()));
    parser_.start_next();
    return true;
  }

  void note(const HttpRequest& request) {
    PARTITA_CHECK(is_http_token(request.method()));
    PARTITA_CHECK(request.find_header("host").has_value());
    PARTITA_CHECK(request.body().size() <= kHttpBodyBytesMax);
    seen_.append(request.method()).append(" ").append(request.path()).append("?");
    seen_.append(request.query()).append(request.keeps_alive() ? "\n" : " closes\n");
    for (std::size_t i = 0; i < request.header_count(); ++i) {
      seen_.append(request.header(i).name).append(":").append(request.header(i).value) += '\n';
    }
    seen_.append(request.body()) += '\n';
  }

  HttpParser parser_;
  std::vector<char> buffer_;
  std::string seen_;
  bool is_refused_ = false;
};

void check(std::size_t packet_bytes, std::string_view bytes) {
  Connection whole;
  whole.receive(bytes);
  Connection cut;
  while (!bytes.empty()) {
    cut.receive(bytes.substr(0, packet_bytes));
    bytes.remove_prefix(std::min(packet_bytes, bytes.size()));
  }
  PARTITA_CHECK(whole.seen() == cut.seen());
}

}  // namespace
}  // namespace partita::protocol

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  partita::protocol::check(std::size_t{data[0]} + 1,
                           {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
