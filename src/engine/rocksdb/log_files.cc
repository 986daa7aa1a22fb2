#include "engine/rocksdb/log_files.h"

#include <fcntl.h>

#include <algorithm>

#include "partita/base/file.h"

namespace partita::engine {
namespace {

// Reserved in steps, so that most appends need no system call for it; a small store takes little.
constexpr std::uint64_t kFirstStepBytes = 64 * 1024;
constexpr std::uint64_t kStepBytesMax = 1024 * 1024;

class LogFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  LogFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::string name,
          std::shared_ptr<SpaceGuard> guard, LogSpace space)
      : FSWritableFileOwnerWrapper(std::move(file)),
        name_(std::move(name)),
        guard_(std::move(guard)),
        space_(space) {}

  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           rocksdb::IODebugContext* context) override {
    reserve(data.size(), options, context);
    return count(data.size(), target()->Append(data, options, context));
  }

  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           const rocksdb::DataVerificationInfo& verification,
                           rocksdb::IODebugContext* context) override {
    reserve(data.size(), options, context);
    return count(data.size(), target()->Append(data, options, verification, context));
  }

  // RocksDB would reserve a whole memtable's worth at once and ignore a failure.
  void PrepareWrite(std::size_t, std::size_t, const rocksdb::IOOptions&,
                    rocksdb::IODebugContext*) override {}

  // The zeroes that were not needed go. If they stay, because of a failure or a power cut, a reader
  // of the log passes over them.
  rocksdb::IOStatus Close(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* context) override {
    if (zeroes_.is_open()) target()->Truncate(written_, options, context).PermitUncheckedError();
    zeroes_.close();
    return target()->Close(options, context);
  }

 private:
  // What can be done about a failure is done here; if it stays, the append itself reports it.
  // A file system that cannot reserve at all says NotSupported and loses nothing by it.
  void reserve(std::uint64_t bytes, const rocksdb::IOOptions& options,
               rocksdb::IODebugContext* context) {
    const std::uint64_t needed = written_ + bytes;
    if (needed <= reserved_) return;
    const std::uint64_t step = std::clamp(reserved_, kFirstStepBytes, kStepBytesMax);
    // To a multiple of the step, so that no reader of the log meets half a header at the end.
    const std::uint64_t length = (needed + step - 1) / step * step - reserved_;
    auto status = target()->Allocate(reserved_, length, options, context);
    if (status.IsNoSpace() && guard_->give_up_ballast(name_)) {
      status = target()->Allocate(reserved_, needed - reserved_, options, context);
      if (status.ok()) reserved_ = needed;
      return;
    }
    if (!status.ok()) return;
    if (space_ == LogSpace::Zeroed) write_zeroes(length);
    reserved_ += length;
  }

  // A failure costs only the speed of the syncs. Not through the file that RocksDB writes to, whose
  // end is where the next record goes.
  void write_zeroes(std::uint64_t length) {
    if (!zeroes_.is_open()) {
      auto opened = open_file(name_, O_WRONLY | O_CLOEXEC);
      if (opened.ok()) zeroes_ = std::move(*opened);
    }
    if (!zeroes_.is_open()) return;
    static const Bytes zeroes(kFirstStepBytes, '\0');
    for (std::uint64_t done = 0; done < length; done += zeroes.size()) {
      const ByteView part = ByteView(zeroes).substr(0, length - done);
      if (!write_at(zeroes_, reserved_ + done, part).ok()) return;
    }
  }

  rocksdb::IOStatus count(std::uint64_t bytes, rocksdb::IOStatus status) {
    if (status.ok()) written_ += bytes;
    return status;
  }

  const std::string name_;
  const std::shared_ptr<SpaceGuard> guard_;
  const LogSpace space_;
  FileDescriptor zeroes_;
  std::uint64_t written_ = 0;
  std::uint64_t reserved_ = 0;
};

class LogFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  LogFileSystem(const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<SpaceGuard> guard,
                LogSpace space)
      : FileSystemWrapper(base), guard_(std::move(guard)), space_(space) {}

  const char* Name() const override { return "PartitaLogFileSystem"; }

  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* context) override {
    auto status = target()->NewWritableFile(name, options, file, context);
    if (status.ok() && name.ends_with(".log")) {
      *file = std::make_unique<LogFile>(std::move(*file), name, guard_, space_);
    }
    return status;
  }

 private:
  const std::shared_ptr<SpaceGuard> guard_;
  const LogSpace space_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> log_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<SpaceGuard> guard,
    LogSpace space) {
  return std::make_shared<LogFileSystem>(base, std::move(guard), space);
}

}  // namespace partita::engine
