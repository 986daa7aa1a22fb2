#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "partita/base/result.h"

namespace partita::protocol {

// The request line and all headers, with the empty line at their end.
inline constexpr std::size_t kHttpHeadBytesMax = 16 * 1024;
inline constexpr std::size_t kHttpHeadersMax = 64;

// A part of a head, by its place: the buffer that holds the head may move while a body arrives.
struct HttpPart {
  std::uint16_t begin = 0;
  std::uint16_t size = 0;

  std::string_view in(std::string_view head) const { return head.substr(begin, size); }
};

// The head of a request: what was said, and what it means for the bytes that follow.
struct HttpHead {
  struct Header {
    HttpPart name;
    HttpPart value;
  };

  HttpPart method;
  HttpPart target;
  std::array<Header, kHttpHeadersMax> headers;
  std::size_t header_count = 0;

  bool keeps_alive = true;
  bool understands_chunks = true;  // In answers: HTTP/1.1.
  bool expects_continue = false;
  bool is_chunked = false;
  std::uint64_t content_length = 0;
};

// head := method " " target " HTTP/1." ("0" | "1") CRLF (field-line CRLF)+ CRLF
//
// The target is a path; other forms are for proxies, which this is not (`*` goes with OPTIONS).
// Host stands there exactly once. A body has one Content-Length or one `Transfer-Encoding: chunked`
// (HTTP/1.1 only), never both: two programs could find two different ends.
// REQUIRES: `bytes` ends in an empty line, and every line feed in it follows a carriage return.
// ERRORS: InvalidArgument, with what is wrong; `head` then holds nothing of use.
Status parse_http_head(std::string_view bytes, HttpHead& head);

}  // namespace partita::protocol
