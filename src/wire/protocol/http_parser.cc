#include "wire/protocol/http_parser.h"

namespace partita::protocol {
namespace {

// Junk is refused at its first byte, without waiting for a line end that may never come.
Status check_first_byte(std::string_view received) {
  if (received.empty() || is_http_token(received.substr(0, 1))) return {};
  return Error::invalid_argument(received.front() == '\x16'
                                     ? "This port speaks plain HTTP, and the client began with TLS"
                                     : "The request does not begin with a method");
}

}  // namespace

Result<HttpProgress> HttpParser::advance(ReceivedBytes& received) {
  if (head_bytes_ == 0) {
    if (!TRY(find_head_end(received.view()))) return HttpProgress::NeedsHead;
    TRY(begin_body());
  }
  if (!TRY(find_body_end(received))) return HttpProgress::NeedsBody;
  return HttpProgress::Complete;
}

HttpRequest HttpParser::request(const ReceivedBytes& received) const {
  const auto bytes = received.view();
  return {head_, bytes.substr(0, head_bytes_), bytes.substr(head_bytes_, body_bytes_)};
}

void HttpParser::start_next() {
  searched_ = line_begin_ = head_bytes_ = body_bytes_ = request_bytes_ = 0;
}

// Goes from line to line, so that every byte is looked at once however the head is cut, and leaves
// head_bytes_ zero until its end is there.
Result<bool> HttpParser::find_head_end(std::string_view received) {
  TRY(check_first_byte(received));
  const auto window = received.substr(0, kHttpHeadBytesMax);
  for (auto end = window.find('\n', searched_); end != std::string_view::npos;
       end = window.find('\n', searched_)) {
    if (end == line_begin_ || window[end - 1] != '\r') {
      return Error::invalid_argument("A line ends in a line feed without a carriage return");
    }
    searched_ = end + 1;
    if (end - line_begin_ == 1) {
      TRY(parse_http_head(window.substr(0, searched_), head_));
      head_bytes_ = searched_;
      return true;
    }
    line_begin_ = searched_;
  }
  searched_ = window.size();
  if (window.size() < kHttpHeadBytesMax) return false;
  return Error::invalid_argument("The request line and the headers are over 16 KB");
}

Status HttpParser::begin_body() {
  if (head_.is_chunked) {
    chunks_.begin(head_bytes_);
  } else if (head_.content_length > kHttpBodyBytesMax) {
    return Error::too_large("The request's body is over 16 MB");
  }
  return {};
}

Result<bool> HttpParser::find_body_end(ReceivedBytes& received) {
  if (head_.is_chunked) {
    if (!TRY(chunks_.decode(received))) return false;
    body_bytes_ = chunks_.body_end() - head_bytes_;
    request_bytes_ = chunks_.next_begin();
    return true;
  }
  body_bytes_ = static_cast<std::size_t>(head_.content_length);
  request_bytes_ = head_bytes_ + body_bytes_;
  return received.size >= request_bytes_;
}

}  // namespace partita::protocol
