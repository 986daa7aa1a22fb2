#include "wire/protocol/content_encoding.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <memory>

namespace partita::protocol {
namespace {

using Compress = decltype(&libdeflate_gzip_compress);

std::string compress(Compress function, std::string_view plain) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(6), libdeflate_free_compressor);
  std::string bytes(plain.size() + 1000, '\0');
  bytes.resize(function(compressor.get(), plain.data(), plain.size(), bytes.data(), bytes.size()));
  return bytes;
}
std::string gzip(std::string_view plain) { return compress(libdeflate_gzip_compress, plain); }
std::string zlib(std::string_view plain) { return compress(libdeflate_zlib_compress, plain); }

std::string decoded(std::string_view encoding, ByteView body) {
  Bytes buffer;
  return std::string(decode_body(encoding, body, buffer).value());
}

ErrorKind refusal(std::string_view encoding, ByteView body) {
  Bytes buffer;
  const auto result = decode_body(encoding, body, buffer);
  EXPECT_LE(buffer.capacity(), 2 * kDecodedBodyBytesMax);
  return result.error().kind();
}

TEST(ContentEncoding, OfNoneIsTheBodyItself) {
  const std::string body = "{}";
  Bytes buffer;
  for (const std::string_view encoding : {"", "identity", "Identity"}) {
    EXPECT_EQ(decode_body(encoding, body, buffer)->data(), body.data());
  }
}

TEST(ContentEncoding, GzipAndDeflateGiveBackWhatWasCompressed) {
  for (const std::size_t size : {0U, 1U, 300U, 16384U, 65536U, 1'000'000U}) {
    std::string plain;
    while (plain.size() < size) plain += "{\"S\":\"" + std::to_string(plain.size() * 7919) + "\"}";
    plain.resize(size);
    EXPECT_EQ(decoded("gzip", gzip(plain)), plain) << size;
    EXPECT_EQ(decoded("x-gzip", gzip(plain)), plain) << size;
    EXPECT_EQ(decoded("GZip", gzip(plain)), plain) << size;
    EXPECT_EQ(decoded("deflate", zlib(plain)), plain) << size;
  }
}

TEST(ContentEncoding, GzipMayHaveSeveralMembers) {
  EXPECT_EQ(decoded("gzip", gzip("one ") + gzip("") + gzip("two")), "one two");
  const auto member = gzip("x");
  std::string body;
  for (int i = 0; i < 10'000; ++i) body += member;
  EXPECT_EQ(decoded("gzip", body), std::string(10'000, 'x'));
}

TEST(ContentEncoding, RefusesOtherEncodings) {
  for (const std::string_view encoding : {"br", "zstd", "compress", "gzip, gzip", "gzip,", "gz"}) {
    EXPECT_EQ(refusal(encoding, gzip("x")), ErrorKind::InvalidArgument) << encoding;
  }
}

TEST(ContentEncoding, RefusesBodiesThatAreDamagedCutOrLonger) {
  const auto good = gzip("some text that is worth it");
  for (std::size_t i = 0; i < good.size(); ++i) {
    EXPECT_EQ(refusal("gzip", std::string_view(good).substr(0, i)), ErrorKind::InvalidArgument);
  }
  EXPECT_EQ(refusal("gzip", good + "x"), ErrorKind::InvalidArgument);
  EXPECT_EQ(refusal("gzip", good + good.substr(0, 20)), ErrorKind::InvalidArgument);
  EXPECT_EQ(refusal("gzip", zlib("x")), ErrorKind::InvalidArgument);
  EXPECT_EQ(refusal("deflate", gzip("x")), ErrorKind::InvalidArgument);
  EXPECT_EQ(refusal("deflate", zlib("x") + zlib("y")), ErrorKind::InvalidArgument);
  EXPECT_EQ(refusal("gzip", "{}"), ErrorKind::InvalidArgument);
  auto wrong_sum = good;
  wrong_sum[wrong_sum.size() - 8] ^= 1;
  EXPECT_EQ(refusal("gzip", wrong_sum), ErrorKind::InvalidArgument);
}

TEST(ContentEncoding, StopsAtSixteenMegabytes) {
  const std::string just(kDecodedBodyBytesMax, 'x');
  EXPECT_EQ(decoded("gzip", gzip(just)).size(), just.size());
  EXPECT_EQ(refusal("gzip", gzip(just + "x")), ErrorKind::TooLarge);
  EXPECT_EQ(refusal("deflate", zlib(just + "x")), ErrorKind::TooLarge);
  EXPECT_EQ(refusal("gzip", gzip(just) + gzip("x")), ErrorKind::TooLarge);
}

TEST(ContentEncoding, DefusesBombs) {
  const auto bomb = gzip(std::string(std::size_t{64} << 20, '\0'));
  ASSERT_LT(bomb.size(), 1'000'000u);
  EXPECT_EQ(refusal("gzip", bomb), ErrorKind::TooLarge);
  const auto small = gzip(std::string(1 << 20, '\0'));
  std::string many;
  for (int i = 0; i < 1000; ++i) many += small;
  EXPECT_EQ(refusal("gzip", many), ErrorKind::TooLarge);
}

TEST(AcceptedEncoding, IsTheBestThatTheHeaderAllows) {
  for (const char* header : {"gzip", "gzip, deflate, br", "deflate, gzip;q=0.5", "GZIP", "*",
                             "br ; q=1.0, gzip ; q=0.8"}) {
    EXPECT_EQ(accepted_encoding(header), BodyEncoding::Gzip) << header;
  }
  for (const char* header : {"deflate", "gzip;q=0, deflate", "gzip; q=0.00 ,deflate;q=0.1"}) {
    EXPECT_EQ(accepted_encoding(header), BodyEncoding::Deflate) << header;
  }
  for (const char* header : {"", "identity", "br", "gzip;q=0", "xgzip", ",,", "deflate;q=0.0"}) {
    EXPECT_EQ(accepted_encoding(header), BodyEncoding::Identity) << header;
  }
}

TEST(ContentEncoding, IsUndoneByWhatReadsIt) {
  const std::string plain(100'000, 'x');
  EXPECT_EQ(decoded("gzip", encode_body(BodyEncoding::Gzip, plain)), plain);
  EXPECT_EQ(decoded("deflate", encode_body(BodyEncoding::Deflate, plain)), plain);
  EXPECT_LT(encode_body(BodyEncoding::Gzip, plain).size(), 1000U);
}

}  // namespace
}  // namespace partita::protocol
