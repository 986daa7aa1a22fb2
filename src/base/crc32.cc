#include "partita/base/crc32.h"

#include <libdeflate.h>

namespace partita {

std::uint32_t crc32(ByteView bytes, std::uint32_t seed) {
  // libdeflate takes a null pointer for a request to start anew, and an empty view may hold one.
  if (bytes.empty()) return seed;
  return libdeflate_crc32(seed, bytes.data(), bytes.size());
}

}  // namespace partita
