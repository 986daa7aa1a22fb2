#include "wire/formats/decompressor.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <utility>

#include "partita/base/check.h"

namespace partita::formats {
namespace {

// A frame of zstd may ask its reader to keep this much of what was decompressed: what the zstd
// tool takes without being asked to.
constexpr int kWindowBitsMax = 27;

// What a frame of zstd begins with: a number, the lowest byte first.
constexpr std::size_t kMagicBytes = 4;
// The library may read formats of before 2016, too, but not in pieces of any size: such a file is
// refused, however it is cut.
bool is_magic_of_today(ByteView magic) {
  std::uint32_t number = 0;
  for (std::size_t i = kMagicBytes; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(magic[i]);
  }
  return number == ZSTD_MAGICNUMBER ||
         (number & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

Error damaged(const char* format) {
  return Error::invalid_argument(std::string("the file can not be decompressed as ") + format);
}

Error cut_short(const char* format) {
  return Error::invalid_argument(std::string("the compressed file is cut short (") + format + ")");
}

class PlainText : public Decompressor {
 public:
  void feed(Bytes bytes) override {
    bytes_ = std::move(bytes);
    used_ = 0;
  }

  Result<bool> read(Bytes& text) override {
    const ByteView piece = ByteView(bytes_).substr(used_, kPieceBytes);
    text.append(piece);
    used_ += piece.size();
    return !piece.empty();
  }

  Status end() override { return {}; }

 private:
  Bytes bytes_;
  std::size_t used_ = 0;
};

class GzipText : public Decompressor {
 public:
  GzipText() {
    constexpr int kGzipOnly = 16;
    PARTITA_CHECK(inflateInit2(&stream_, MAX_WBITS + kGzipOnly) == Z_OK);
  }
  ~GzipText() override { inflateEnd(&stream_); }
  GzipText(const GzipText&) = delete;
  GzipText& operator=(const GzipText&) = delete;

  void feed(Bytes bytes) override {
    bytes_ = std::move(bytes);
    stream_.next_in = reinterpret_cast<Bytef*>(bytes_.data());
    stream_.avail_in = static_cast<uInt>(bytes_.size());
  }

  Result<bool> read(Bytes& text) override {
    const std::size_t before = text.size();
    text.resize(before + kPieceBytes);
    stream_.next_out = reinterpret_cast<Bytef*>(text.data() + before);
    stream_.avail_out = kPieceBytes;
    const bool is_good = inflate_on();
    text.erase(text.size() - stream_.avail_out);
    if (!is_good) return damaged("GZIP");
    return text.size() > before || stream_.avail_in > 0;
  }

  Status end() override {
    if (is_inside_ || !has_begun_) return cut_short("GZIP");
    return {};
  }

 private:
  bool inflate_on() {
    while (stream_.avail_out > 0 && (stream_.avail_in > 0 || is_inside_)) {
      const uInt in_before = stream_.avail_in;
      const uInt out_before = stream_.avail_out;
      has_begun_ = is_inside_ = true;
      const int outcome = inflate(&stream_, Z_NO_FLUSH);
      if (outcome == Z_STREAM_END) {
        is_inside_ = false;  // Another member may follow.
        if (inflateReset(&stream_) != Z_OK) return false;
        continue;
      }
      if (outcome != Z_OK && outcome != Z_BUF_ERROR) return false;
      if (in_before == stream_.avail_in && out_before == stream_.avail_out) return true;
    }
    return true;
  }

  z_stream stream_{};
  Bytes bytes_;
  bool has_begun_ = false;
  bool is_inside_ = false;  // Of a member that has not ended.
};

class ZstdText : public Decompressor {
 public:
  ZstdText() : stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    PARTITA_CHECK(stream_ != nullptr);
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kWindowBitsMax);
  }

  void feed(Bytes bytes) override {
    bytes_ = std::move(bytes);
    input_ = {bytes_.data(), bytes_.size(), 0};
  }

  Result<bool> read(Bytes& text) override {
    const std::size_t before = text.size();
    text.resize(before + kPieceBytes);
    ZSTD_outBuffer output{text.data() + before, kPieceBytes, 0};
    const bool is_good = decompress_on(output);
    text.resize(before + output.pos);
    if (!is_good) return damaged("ZSTD");
    return output.pos > 0 || input_.pos < input_.size;
  }

  Status end() override {
    if (is_inside_ || !magic_.empty() || !has_begun_) return cut_short("ZSTD");
    return {};
  }

 private:
  // False: it is no frame. Where only a part of the magic number is there, it is kept.
  bool begin_frame() {
    const std::size_t left = std::min(kMagicBytes - magic_.size(), input_.size - input_.pos);
    magic_.append(ByteView(bytes_).substr(input_.pos, left));
    input_.pos += left;
    if (magic_.size() < kMagicBytes) return true;
    if (!is_magic_of_today(magic_)) return false;
    ZSTD_inBuffer magic{magic_.data(), magic_.size(), 0};
    ZSTD_outBuffer nothing{nullptr, 0, 0};
    const std::size_t outcome = ZSTD_decompressStream(stream_.get(), &nothing, &magic);
    if (ZSTD_isError(outcome) != 0 || magic.pos < magic.size) return false;
    has_begun_ = is_inside_ = true;
    magic_.clear();
    return true;
  }

  bool decompress_on(ZSTD_outBuffer& output) {
    while (output.pos < output.size && (input_.pos < input_.size || is_inside_)) {
      if (!is_inside_) {
        if (!begin_frame()) return false;
        continue;
      }
      const std::size_t in_before = input_.pos;
      const std::size_t out_before = output.pos;
      const std::size_t outcome = ZSTD_decompressStream(stream_.get(), &output, &input_);
      if (ZSTD_isError(outcome) != 0) return false;
      is_inside_ = outcome != 0;
      if (in_before == input_.pos && out_before == output.pos) return true;
    }
    return true;
  }

  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  Bytes bytes_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  Bytes magic_;  // Of a frame that is about to begin: what is there of it.
  bool has_begun_ = false;
  bool is_inside_ = false;  // Of a frame that has not ended.
};

}  // namespace

std::unique_ptr<Decompressor> Decompressor::create(records::Compression compression) {
  switch (compression) {
    case records::Compression::Gzip:
      return std::make_unique<GzipText>();
    case records::Compression::Zstd:
      return std::make_unique<ZstdText>();
    default:
      return std::make_unique<PlainText>();
  }
}

}  // namespace partita::formats
