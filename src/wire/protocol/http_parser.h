#pragma once

#include <cstddef>
#include <string_view>

#include "partita/base/result.h"
#include "wire/protocol/http_chunks.h"
#include "wire/protocol/http_head.h"
#include "wire/protocol/http_request.h"

namespace partita::protocol {

enum class HttpProgress { NeedsHead, NeedsBody, Complete };

// Finds one request after another in the bytes of a client, regardless of how they are split into
// packets. Works in the connection's buffer and allocates memory only for error messages.
//
//   auto progress = parser.advance(received);          after every packet
//   if (*progress == HttpProgress::Complete) {
//     answer(parser.request(received));
//     drop the first parser.request_bytes() of received, then parser.start_next();
//   }
// THREADS: one thread at a time.
class HttpParser {
 public:
  // Continues to parse `received`, which begins with the first byte of the request and has all
  // bytes after it; between two calls it may only move and grow. May shorten it (http_chunks.h).
  // ERRORS: InvalidArgument if the request is malformed or ambiguous, TooLarge if its body is over
  // kHttpBodyBytesMax. Where the next request would begin is unknown then: close the connection.
  Result<HttpProgress> advance(ReceivedBytes& received);

  // REQUIRES: advance has said Complete, and `received` is as it left it.
  HttpRequest request(const ReceivedBytes& received) const;
  std::size_t request_bytes() const { return request_bytes_; }

  // Whether the client waits for 100 Continue before it sends the body. REQUIRES: the head is
  // complete.
  bool expects_continue() const { return head_.expects_continue; }

  void start_next();

 private:
  Result<bool> find_head_end(std::string_view received);
  Status begin_body();
  Result<bool> find_body_end(ReceivedBytes& received);

  // The part of the head that has been searched for its end, and where its last line begins.
  std::size_t searched_ = 0;
  std::size_t line_begin_ = 0;
  // Zero until the whole head is there.
  std::size_t head_bytes_ = 0;
  std::size_t body_bytes_ = 0;
  std::size_t request_bytes_ = 0;
  HttpHead head_;
  HttpChunkDecoder chunks_;
};

}  // namespace partita::protocol
