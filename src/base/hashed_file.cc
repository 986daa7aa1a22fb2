#include "partita/base/hashed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>

#include "partita/base/check.h"
#include "partita/base/file.h"

namespace partita {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

class RunningSum {
 public:
  RunningSum() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    PARTITA_CHECK(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void add(ByteView bytes) {
    PARTITA_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
    bytes_ += bytes.size();
  }
  FileSum take() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    PARTITA_CHECK(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    FileSum sum{.sha256 = {}, .bytes = bytes_};
    for (unsigned int i = 0; i < size; ++i) sum.sha256 += fmt::format("{:02x}", digest[i]);
    return sum;
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
  std::uint64_t bytes_ = 0;
};

// Calls `take` with each piece and where it begins.
template <typename Take>
Status read_pieces(const std::filesystem::path& path, Take take) {
  const FileDescriptor file = TRY(open_file(path, O_RDONLY));
  Bytes piece(kPieceBytes, '\0');
  std::uint64_t offset = 0;
  for (;;) {
    const ssize_t got = ::read(file.number(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("read", path, errno);
    if (got == 0) return {};
    TRY(take(offset, ByteView(piece).substr(0, static_cast<std::size_t>(got))));
    offset += static_cast<std::uint64_t>(got);
  }
}

}  // namespace

FileSum sum_bytes(ByteView bytes) {
  RunningSum sum;
  sum.add(bytes);
  return sum.take();
}

Result<FileSum> sum_file(const std::filesystem::path& path) {
  RunningSum sum;
  TRY(read_pieces(path, [&](std::uint64_t, ByteView piece) {
    sum.add(piece);
    return Status{};
  }));
  return sum.take();
}

Result<FileSum> copy_summed(const std::filesystem::path& from, const std::filesystem::path& to) {
  const FileDescriptor file = TRY(open_file(to, O_WRONLY | O_CREAT | O_EXCL, 0600));
  RunningSum sum;
  TRY(read_pieces(from, [&](std::uint64_t offset, ByteView piece) {
    sum.add(piece);
    return write_at(file, offset, piece);
  }));
  TRY(sync_data(file));
  return sum.take();
}

}  // namespace partita
