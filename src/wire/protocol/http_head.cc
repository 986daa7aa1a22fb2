#include "wire/protocol/http_head.h"

#include "wire/protocol/http_syntax.h"

namespace partita::protocol {
namespace {

class HeadReader {
 public:
  HeadReader(std::string_view bytes, HttpHead& head) : bytes_(bytes), head_(head) {}

  Status read() {
    TRY(read_request_line());
    for (auto line = next_line(); !line.empty(); line = next_line()) TRY(read_header(line));
    return settle();
  }

 private:
  std::string_view next_line() {
    const auto end = bytes_.find('\n', at_);
    const auto line = bytes_.substr(at_, end - 1 - at_);
    at_ = end + 1;
    return line;
  }

  HttpPart part(std::string_view text) const {
    return {static_cast<std::uint16_t>(text.data() - bytes_.data()),
            static_cast<std::uint16_t>(text.size())};
  }

  Status read_request_line();
  Status read_version(std::string_view version);
  Status read_header(std::string_view line);
  Status interpret(const HttpHeader& header);
  Status read_connection(std::string_view value);
  Status read_expect(std::string_view value);
  Status settle();

  std::string_view bytes_;
  HttpHead& head_;
  std::size_t at_ = 0;
  bool is_version_1_0_ = false;
  bool has_host_ = false;
  bool has_content_length_ = false;
  bool says_close_ = false;
  bool says_keep_alive_ = false;
};

Status HeadReader::read_request_line() {
  const auto line = next_line();
  const auto method_end = line.find(' ');
  const auto target_end = line.rfind(' ');
  if (method_end == std::string_view::npos || method_end == target_end) {
    return Error::invalid_argument("The request line must be a method, a path and a version");
  }
  const auto method = line.substr(0, method_end);
  const auto target = line.substr(method_end + 1, target_end - method_end - 1);
  if (!is_http_token(method)) return Error::invalid_argument("The request's method is malformed");
  const bool is_path = target.starts_with('/') || (target == "*" && method == "OPTIONS");
  if (!is_path || !is_http_target(target)) {
    return Error::invalid_argument(
        "The request's target must be a path that begins with / and has no blanks, fragments or "
        "control characters; this server is not a proxy");
  }
  head_.method = part(method);
  head_.target = part(target);
  return read_version(line.substr(target_end + 1));
}

Status HeadReader::read_version(std::string_view version) {
  is_version_1_0_ = version == "HTTP/1.0";
  if (is_version_1_0_ || version == "HTTP/1.1") return {};
  return Error::invalid_argument("The request's version must be HTTP/1.1 or HTTP/1.0");
}

Status HeadReader::read_header(std::string_view line) {
  const HttpHeader header = TRY(parse_header_line(line));
  if (head_.header_count == kHttpHeadersMax) {
    return Error::invalid_argument("The request has more than 64 headers");
  }
  head_.headers[head_.header_count++] = {part(header.name), part(header.value)};
  return interpret(header);
}

// Only a few headers mean something here, and each has a length of its own.
Status HeadReader::interpret(const HttpHeader& header) {
  const auto is = [&](std::string_view lower) { return equals_ignoring_case(header.name, lower); };
  if (is("host")) {
    if (has_host_) return Error::invalid_argument("The request has more than one Host header");
    has_host_ = true;
  } else if (is("content-length")) {
    if (has_content_length_) {
      return Error::invalid_argument("The request has more than one Content-Length");
    }
    has_content_length_ = true;
    head_.content_length = TRY(parse_content_length(header.value));
  } else if (is("transfer-encoding")) {
    if (head_.is_chunked || !equals_ignoring_case(header.value, "chunked")) {
      return Error::invalid_argument("Transfer-Encoding must be `chunked`, once");
    }
    head_.is_chunked = true;
  } else if (is("connection")) {
    return read_connection(header.value);
  } else if (is("expect")) {
    return read_expect(header.value);
  }
  return {};
}

Status HeadReader::read_connection(std::string_view value) {
  says_close_ = says_close_ || http_list_has(value, "close");
  says_keep_alive_ = says_keep_alive_ || http_list_has(value, "keep-alive");
  return {};
}

Status HeadReader::read_expect(std::string_view value) {
  if (!equals_ignoring_case(value, "100-continue")) {
    return Error::invalid_argument("Expect must be `100-continue`");
  }
  head_.expects_continue = true;
  return {};
}

Status HeadReader::settle() {
  if (!has_host_) return Error::invalid_argument("The request has no Host header");
  if (head_.is_chunked && has_content_length_) {
    return Error::invalid_argument("The request has both Content-Length and Transfer-Encoding");
  }
  if (head_.is_chunked && is_version_1_0_) {
    return Error::invalid_argument("Transfer-Encoding needs HTTP/1.1");
  }
  head_.keeps_alive = !says_close_ && (!is_version_1_0_ || says_keep_alive_);
  head_.understands_chunks = !is_version_1_0_;
  head_.expects_continue = head_.expects_continue && !is_version_1_0_;
  return {};
}

}  // namespace

Status parse_http_head(std::string_view bytes, HttpHead& head) {
  head.header_count = 0;
  head.expects_continue = false;
  head.is_chunked = false;
  head.content_length = 0;
  return HeadReader(bytes, head).read();
}

}  // namespace partita::protocol
