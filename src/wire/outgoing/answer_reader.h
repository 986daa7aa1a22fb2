#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/result.h"
#include "wire/protocol/http_chunks.h"

namespace partita::outgoing {

// What a server has answered.
struct CallAnswer {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // Names in lower case.
  std::string body;
  bool keeps_alive = false;  // The connection can take another request.

  // Of the first header with this name (in lower case); empty: there is none.
  std::string_view header(std::string_view name) const;
};

// Reads one answer of HTTP/1.1 as it comes in.
//
//   answer := "HTTP/1." digit " " status:digit[3] reason? CRLF (field-line CRLF)* CRLF body
//
// Answers with a status of 1xx are passed over.
class AnswerReader {
 public:
  static constexpr std::size_t kHeadBytesMax = std::size_t{64} << 10;

  struct Expected {
    bool has_body = true;  // False after HEAD.
    std::size_t body_bytes_max = std::size_t{16} << 20;
  };
  explicit AnswerReader(Expected expected) : expected_(expected) {}

  // True when the answer is whole. What comes behind it belongs to no request of ours, so the
  // connection is then of no more use.
  // ERRORS: Unavailable if it is malformed or too large.
  Result<bool> feed(std::string_view bytes);
  // The server has closed the connection. ERRORS: Unavailable unless that is the end of the answer.
  Status end();
  // REQUIRES: it is whole.
  CallAnswer take();

 private:
  Result<bool> read_on();
  Result<bool> read_head();
  Status read_length();
  Result<bool> read_body();

  const Expected expected_;
  std::string received_;
  CallAnswer answer_;
  bool has_head_ = false;
  bool is_chunked_ = false;
  bool ends_with_connection_ = false;
  std::size_t length_ = 0;
  std::size_t body_begin_ = 0;
  std::size_t body_end_ = 0;
  protocol::HttpChunkDecoder chunks_;
};

}  // namespace partita::outgoing
