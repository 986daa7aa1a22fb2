#include "engine/rocksdb/local_files.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "engine/rocksdb/disk_reads.h"
#include "partita/base/file.h"

namespace partita::engine {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

class LocalFile final : public rocksdb::FSRandomAccessFile {
 public:
  LocalFile(FileDescriptor file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}

  IOStatus Read(std::uint64_t offset, std::size_t bytes, const IOOptions&, Slice* result,
                char* scratch, IODebugContext*) const override {
    return t_disk_reads == DiskReads::Refused ? read_cached(offset, bytes, result, scratch)
                                              : read_waiting(offset, bytes, result, scratch);
  }

  // Reading ahead may wait as well, so a reader that must not does without: if it comes to a block
  // that is not there, the whole read is gone on with elsewhere.
  IOStatus Prefetch(std::uint64_t offset, std::size_t bytes, const IOOptions&,
                    IODebugContext*) override {
    if (t_disk_reads == DiskReads::Refused) return IOStatus::OK();
    if (::readahead(file_.number(), static_cast<off64_t>(offset), bytes) == 0) {
      return IOStatus::OK();
    }
    return failure("read ahead in");
  }

  void Hint(AccessPattern pattern) override { advise(0, 0, advice_of(pattern)); }

  IOStatus InvalidateCache(std::size_t offset, std::size_t bytes) override {
    advise(offset, bytes, POSIX_FADV_DONTNEED);
    return IOStatus::OK();
  }

 private:
  // Whatever is not all of it, an error included, is found out by the one who may wait.
  IOStatus read_cached(std::uint64_t offset, std::size_t bytes, Slice* result,
                       char* scratch) const {
    const iovec place{.iov_base = scratch, .iov_len = bytes};
    const auto read = ::preadv2(file_.number(), &place, 1, static_cast<off_t>(offset), RWF_NOWAIT);
    if (read < 0 || static_cast<std::size_t>(read) != bytes) {
      *result = Slice();
      return refused_read();
    }
    *result = Slice(scratch, bytes);
    return IOStatus::OK();
  }

  IOStatus read_waiting(std::uint64_t offset, std::size_t bytes, Slice* result,
                        char* scratch) const {
    std::size_t done = 0;
    while (done < bytes) {
      const auto read =
          ::pread(file_.number(), scratch + done, bytes - done, static_cast<off_t>(offset + done));
      if (read < 0 && errno == EINTR) continue;
      if (read < 0) {
        *result = Slice();
        return failure("read");
      }
      if (read == 0) break;
      done += static_cast<std::size_t>(read);
    }
    *result = Slice(scratch, done);
    return IOStatus::OK();
  }

  static int advice_of(AccessPattern pattern) {
    switch (pattern) {
      case kNormal:
        return POSIX_FADV_NORMAL;
      case kRandom:
        return POSIX_FADV_RANDOM;
      case kSequential:
        return POSIX_FADV_SEQUENTIAL;
      case kWillNeed:
        return POSIX_FADV_WILLNEED;
      case kWontNeed:
        return POSIX_FADV_DONTNEED;
    }
    return POSIX_FADV_NORMAL;
  }

  // Advice that is not taken costs time and nothing else.
  void advise(std::size_t offset, std::size_t bytes, int advice) const {
    static_cast<void>(::posix_fadvise(file_.number(), static_cast<off_t>(offset),
                                      static_cast<off_t>(bytes), advice));
  }

  IOStatus failure(const char* verb) const {
    return IOStatus::IOError(file_error(verb, name_, errno).message());
  }

  const FileDescriptor file_;
  const std::string name_;
};

class LocalFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  LocalFileSystem() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}

  const char* Name() const override { return "PartitaLocalFileSystem"; }

  IOStatus NewRandomAccessFile(const std::string& name, const rocksdb::FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                               IODebugContext* debug) override {
    const bool is_plain = !options.use_mmap_reads && !options.use_direct_reads;
    auto opened = open_file(name, O_RDONLY | O_CLOEXEC);
    // RocksDB's own file system fails in the way that RocksDB expects.
    if (!is_plain || !opened.ok()) {
      return target()->NewRandomAccessFile(name, options, file, debug);
    }
    *file = std::make_unique<LocalFile>(std::move(*opened), name);
    return IOStatus::OK();
  }
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> local_file_system() {
  static const auto files = std::make_shared<LocalFileSystem>();
  return files;
}

}  // namespace partita::engine
