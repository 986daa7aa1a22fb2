// A compressed body from anyone: decoding it ends, within its limits, and what it gives decodes to
// the same again.
//
// input := is_gzip:u8 byte*

#include <cstddef>
#include <cstdint>
#include <string>

#include "partita/base/check.h"
#include "wire/protocol/content_encoding.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  if (size == 0) return 0;
  const char* encoding = data[0] % 2 == 0 ? "gzip" : "deflate";
  const ByteView body(reinterpret_cast<const char*>(data) + 1, size - 1);
  Bytes first;
  Bytes second;
  const auto once = protocol::decode_body(encoding, body, first);
  const auto twice = protocol::decode_body(encoding, body, second);
  PARTITA_CHECK(once.ok() == twice.ok());
  if (once.ok()) {
    PARTITA_CHECK(once->size() <= protocol::kDecodedBodyBytesMax);
    PARTITA_CHECK(*once == *twice);
  }
  return 0;
}
