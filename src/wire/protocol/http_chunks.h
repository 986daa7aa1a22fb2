#pragma once

#include <cstddef>
#include <string_view>

#include "partita/base/result.h"

namespace partita::protocol {

inline constexpr std::size_t kHttpBodyBytesMax = std::size_t{16} << 20;
// A chunk's size, its extensions and CRLF. Extensions mean nothing to us and are read over.
inline constexpr std::size_t kHttpChunkLineBytesMax = 128;
// Headers after the last chunk are checked and thrown away.
inline constexpr std::size_t kHttpTrailerBytesMax = 4 * 1024;

// What a connection has received and not yet answered, in the connection's own memory.
struct ReceivedBytes {
  char* data = nullptr;
  std::size_t size = 0;

  std::string_view view() const { return {data, size}; }
};

// Puts the chunks of a body together, in the place where they arrived.
//
//   body    := chunk* "0"+ extension* CRLF (field-line CRLF)* CRLF
//   chunk   := size:hex[1..8] extension* CRLF byte[size] CRLF
class HttpChunkDecoder {
 public:
  // The body begins at this offset of the received bytes.
  void begin(std::size_t offset);

  // Reads on. True when the body is complete: it then ends at body_end(), and the next request
  // begins at next_begin(). As long as it is not, there are no gaps: the received bytes get shorter
  // by what was read and is of no more use, so a body of tiny chunks needs no more memory than
  // another.
  // ERRORS: InvalidArgument if it is malformed; TooLarge over kHttpBodyBytesMax.
  Result<bool> decode(ReceivedBytes& received);

  std::size_t body_end() const { return body_end_; }
  std::size_t next_begin() const { return at_; }

 private:
  enum class Expecting { Size, Data, DataEnd, Trailer, Nothing };
  enum class Step { Taken, NeedsMore };

  Result<Step> step(ReceivedBytes& received);
  Result<Step> read_size(std::string_view received);
  Step read_data(ReceivedBytes& received);
  Result<Step> read_data_end(std::string_view received);
  Result<Step> read_trailer(std::string_view received);
  void close_gap(ReceivedBytes& received);

  Expecting expecting_ = Expecting::Size;
  std::size_t body_begin_ = 0;
  std::size_t body_end_ = 0;
  std::size_t at_ = 0;
  std::size_t chunk_rest_ = 0;
  std::size_t trailer_bytes_ = 0;
};

}  // namespace partita::protocol
