// A compressed file from anyone, in pieces of any size: decompressing it ends, in small pieces, and
// it does not matter how the file is cut.
//
// input := piece_bytes:u8 compression:u8 byte*

#include "wire/formats/decompressor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "partita/base/check.h"

namespace {

using namespace partita;

// What small inputs may grow to here, so that the fuzzer is not kept by one of them.
constexpr std::size_t kTextBytesMax = std::size_t{4} << 20;

struct Text {
  Bytes text;
  bool is_good = true;
};

Text decompressed(records::Compression compression, ByteView file, std::size_t piece_bytes) {
  const auto decompressor = formats::Decompressor::create(compression);
  Text outcome;
  while (!file.empty()) {
    decompressor->feed(Bytes(file.substr(0, piece_bytes)));
    file.remove_prefix(std::min(piece_bytes, file.size()));
    for (;;) {
      const std::size_t before = outcome.text.size();
      const auto more = decompressor->read(outcome.text);
      PARTITA_CHECK(outcome.text.size() - before <= formats::Decompressor::kPieceBytes);
      outcome.is_good = more.ok();
      if (!more.ok() || outcome.text.size() > kTextBytesMax) return outcome;
      if (!*more) break;
    }
  }
  outcome.is_good = decompressor->end().ok();
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto compression =
      data[1] % 2 == 0 ? records::Compression::Gzip : records::Compression::Zstd;
  const ByteView file(reinterpret_cast<const char*>(data) + 2, size - 2);
  const auto whole = decompressed(compression, file, file.size());
  const auto pieces = decompressed(compression, file, data[0] + std::size_t{1});
  if (whole.text.size() > kTextBytesMax) return 0;
  PARTITA_CHECK(whole.is_good == pieces.is_good);
  if (whole.is_good) PARTITA_CHECK(whole.text == pieces.text);
  return 0;
}
