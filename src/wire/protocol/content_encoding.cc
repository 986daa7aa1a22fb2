#include "wire/protocol/content_encoding.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <memory>

#include "partita/base/check.h"
#include "wire/protocol/http_syntax.h"

namespace partita::protocol {
namespace {

using Decompressor =
    std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>;

// What most bodies of some kilobytes grow to; doubled when it does not do.
constexpr std::size_t kRoomBytesMin = std::size_t{16} << 10;

// How much of the input one member took, and what it gave.
struct Taken {
  std::size_t in = 0;
  std::size_t out = 0;
};

enum class Format { Gzip, Zlib };

using Compressor = std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)>;
// The fastest: compression is part of the time that a client waits.
constexpr int kCompressionLevel = 1;

class BodyDecoder {
 public:
  BodyDecoder(Format format, ByteView body, Bytes& decoded)
      : format_(format), body_(body), decoded_(decoded) {}

  Status decode() {
    decoded_.resize(std::clamp(4 * body_.size(), kRoomBytesMin, kDecodedBodyBytesMax + 1));
    do {
      TRY(decode_member());
    } while (!body_.empty() && format_ == Format::Gzip);
    if (!body_.empty())
      return Error::invalid_argument("The request's body has bytes after its end");
    decoded_.resize(size_);
    return {};
  }

 private:
  // libdeflate wants all of its output at once, so a member that does not fit is begun again with
  // twice the room: in the end it has cost twice its own work.
  Status decode_member() {
    Taken taken;
    auto result = decompress(taken);
    while (result == LIBDEFLATE_INSUFFICIENT_SPACE && grow()) result = decompress(taken);
    size_ += taken.out;
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE || size_ > kDecodedBodyBytesMax) {
      return Error::too_large(
          fmt::format("The request's body decodes to more than {} bytes", kDecodedBodyBytesMax));
    }
    if (result != LIBDEFLATE_SUCCESS) {
      return Error::invalid_argument(
          "The request's body cannot be decoded as its Content-Encoding");
    }
    body_.remove_prefix(taken.in);
    return {};
  }

  libdeflate_result decompress(Taken& taken) {
    thread_local const Decompressor decompressor(libdeflate_alloc_decompressor(),
                                                 libdeflate_free_decompressor);
    PARTITA_CHECK(decompressor != nullptr);
    taken = {};
    const auto function =
        format_ == Format::Gzip ? libdeflate_gzip_decompress_ex : libdeflate_zlib_decompress_ex;
    const auto result =
        function(decompressor.get(), body_.data(), body_.size(), decoded_.data() + size_,
                 decoded_.size() - size_, &taken.in, &taken.out);
    if (result != LIBDEFLATE_SUCCESS) taken = {};
    return result;
  }

  bool grow() {
    if (decoded_.size() > kDecodedBodyBytesMax) return false;
    decoded_.resize(std::min(2 * decoded_.size(), kDecodedBodyBytesMax + 1));
    return true;
  }

  Format format_;
  ByteView body_;
  Bytes& decoded_;
  std::size_t size_ = 0;
};

}  // namespace

Result<ByteView> decode_body(std::string_view encoding, ByteView body, Bytes& decoded) {
  if (encoding.empty() || equals_ignoring_case(encoding, "identity")) return body;
  const bool is_gzip =
      equals_ignoring_case(encoding, "gzip") || equals_ignoring_case(encoding, "x-gzip");
  if (!is_gzip && !equals_ignoring_case(encoding, "deflate")) {
    return Error::invalid_argument("Content-Encoding must be gzip, deflate or identity");
  }
  TRY(BodyDecoder(is_gzip ? Format::Gzip : Format::Zlib, body, decoded).decode());
  return ByteView(decoded);
}

namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// quality := "q=" ("0" | "1") ["." digit*]
bool is_zero_quality(std::string_view parameter) {
  const std::string_view text = trimmed(parameter);
  if (!text.starts_with("q=0") && !text.starts_with("Q=0")) return false;
  return text.substr(3).find_first_not_of(".0") == std::string_view::npos;
}

// Takes what stands before the separator off the front of the text, and the separator, too.
std::string_view take_until(char separator, std::string_view& text) {
  const auto end = text.find(separator);
  const std::string_view front = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return front;
}

}  // namespace

BodyEncoding accepted_encoding(std::string_view header) {
  BodyEncoding best = BodyEncoding::Identity;
  while (!header.empty()) {
    std::string_view element = take_until(',', header);
    const auto name = trimmed(take_until(';', element));
    if (is_zero_quality(element)) continue;
    if (equals_ignoring_case(name, "gzip") || name == "*") return BodyEncoding::Gzip;
    if (equals_ignoring_case(name, "deflate")) best = BodyEncoding::Deflate;
  }
  return best;
}

std::string encode_body(BodyEncoding encoding, std::string_view body) {
  thread_local const Compressor compressor(libdeflate_alloc_compressor(kCompressionLevel),
                                           libdeflate_free_compressor);
  PARTITA_CHECK(compressor != nullptr);
  const bool is_gzip = encoding == BodyEncoding::Gzip;
  const auto bound = is_gzip ? libdeflate_gzip_compress_bound : libdeflate_zlib_compress_bound;
  const auto compress = is_gzip ? libdeflate_gzip_compress : libdeflate_zlib_compress;
  std::string encoded(bound(compressor.get(), body.size()), '\0');
  encoded.resize(
      compress(compressor.get(), body.data(), body.size(), encoded.data(), encoded.size()));
  encoded.shrink_to_fit();
  return encoded;
}

}  // namespace partita::protocol
