#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "partita/base/clock.h"
#include "partita/base/result.h"

namespace partita::operations {

// A place in a stream as a client holds it between two requests. Owns nothing.
struct ShardIterator {
  std::string_view stream_arn;
  std::uint64_t from = 0;  // As in streams/stream_reader.h.
};

// At most 2048 characters. Good after a restart, too.
std::string iterator_text(const ShardIterator& iterator, WallTime now);

// Views the text.
// ERRORS: ValidationException if it is none of ours; ExpiredIteratorException if it is older than
// 15 minutes.
Result<ShardIterator> parse_iterator(std::string_view text, WallTime now);

}  // namespace partita::operations
