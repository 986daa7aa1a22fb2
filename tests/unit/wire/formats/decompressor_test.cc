// Files of zstd in pieces: what is in them does not depend on where they are cut.

#include "wire/formats/decompressor.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace partita::formats {
namespace {

using records::Compression;

// What `printf hello | zstd --no-check` prints.
const Bytes kHello("\x28\xb5\x2f\xfd\x00\x58\x29\x00\x00hello", 14);

// ERRORS: the first of the decompressor.
Result<Bytes> zstd_text(ByteView file, std::size_t piece_bytes) {
  const auto decompressor = Decompressor::create(Compression::Zstd);
  Bytes text;
  while (!file.empty()) {
    decompressor->feed(Bytes(file.substr(0, piece_bytes)));
    file.remove_prefix(std::min(piece_bytes, file.size()));
    while (TRY(decompressor->read(text))) continue;
  }
  TRY(decompressor->end());
  return text;
}

TEST(ZstdFile, OfSeveralFramesIsReadHoweverItIsCut) {
  for (std::size_t piece = 1; piece <= 2 * kHello.size(); ++piece) {
    const auto text = zstd_text(kHello + kHello, piece);
    ASSERT_TRUE(text.ok()) << piece << ": " << text.error().message();
    EXPECT_EQ(*text, "hellohello") << piece;
  }
}

TEST(ZstdFile, ThatIsCutShortIsNotWhole) {
  for (std::size_t bytes = 0; bytes < kHello.size(); ++bytes) {
    EXPECT_FALSE(zstd_text(ByteView(kHello).substr(0, bytes), 3).ok()) << bytes;
    const bool is_whole = zstd_text(kHello + kHello.substr(0, bytes), 3).ok();
    EXPECT_EQ(is_whole, bytes == 0) << bytes;
  }
}

// Found by the fuzzer: the library reads them as a whole, and not in pieces.
TEST(ZstdFile, OfTheFormatsBefore2016IsRefusedHoweverItIsCut) {
  const Bytes old("\x26\xb5\x2f\xfd\x04\xfd\xa8\x22", 8);
  for (std::size_t piece = 1; piece <= old.size(); ++piece) {
    const auto text = zstd_text(old, piece);
    ASSERT_FALSE(text.ok()) << piece;
    EXPECT_NE(text.error().message().find("can not be decompressed as ZSTD"), std::string::npos);
  }
}

}  // namespace
}  // namespace partita::formats
