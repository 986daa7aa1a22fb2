#include "cli/source_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace partita::cli {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

}  // namespace

Result<SourceBytes> SourceBytes::open(const std::filesystem::path& path) {
  const bool is_input = path == "-";
  std::string name = is_input ? "standard input" : path.string();
  FileDescriptor file = is_input ? FileDescriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0))
                                 : TRY(open_file(path, O_RDONLY));
  struct stat facts {};
  if (::fstat(file.number(), &facts) != 0) return file_error("open", name, errno);
  if (S_ISDIR(facts.st_mode)) return file_error("read", name, EISDIR);
  return SourceBytes(std::move(name), std::move(file), !S_ISREG(facts.st_mode));
}

Result<Bytes> SourceBytes::read_file() {
  Bytes bytes(kPieceBytes, '\0');
  for (;;) {
    const auto got = ::read(file_.number(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("read", name_, errno);
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
  }
}

Result<Bytes> SourceBytes::next() {
  if (!is_pipe_) return read_file();
  if (used_ < kept_.size()) {
    Bytes bytes = kept_.substr(used_, kPieceBytes);
    used_ += bytes.size();
    if (!keeps_ && used_ == kept_.size()) {
      kept_ = {};
      used_ = 0;
    }
    return bytes;
  }
  Bytes bytes = TRY(read_file());
  if (keeps_) {
    kept_ += bytes;
    used_ = kept_.size();
  }
  return bytes;
}

Status SourceBytes::rewind() {
  used_ = 0;
  if (is_pipe_ || ::lseek(file_.number(), 0, SEEK_SET) == 0) return {};
  return file_error("read", name_, errno);
}

Status SourceBytes::rewind_to_use() {
  keeps_ = false;
  return rewind();
}

}  // namespace partita::cli
