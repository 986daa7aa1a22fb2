#pragma once

#include <cstdint>

#include "partita/base/bytes.h"

namespace partita {

// The CRC-32 of zlib, gzip and the header x-amz-crc32. Bytes that come in pieces are summed by
// passing each answer on as the next seed: crc32(b, crc32(a)) is the sum of a followed by b.
std::uint32_t crc32(ByteView bytes, std::uint32_t seed = 0);

}  // namespace partita
