#include "engine/rocksdb/reserving_files.h"

#include <algorithm>

namespace partita::engine {
namespace {

// Reserved in steps, so that most appends need no system call for it.
constexpr std::uint64_t kStepBytes = 1024 * 1024;

class ReservingFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  ReservingFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::string name,
                std::shared_ptr<SpaceGuard> guard)
      : FSWritableFileOwnerWrapper(std::move(file)),
        name_(std::move(name)),
        guard_(std::move(guard)) {}

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

 private:
  // What can be done about a failure is done here; if it stays, the append itself reports it.
  // A file system that cannot reserve at all says NotSupported and loses nothing by it.
  void reserve(std::uint64_t bytes, const rocksdb::IOOptions& options,
               rocksdb::IODebugContext* context) {
    const std::uint64_t needed = written_ + bytes;
    if (needed <= reserved_) return;
    const std::uint64_t length = std::max(needed - reserved_, kStepBytes);
    auto status = target()->Allocate(reserved_, length, options, context);
    if (status.IsNoSpace() && guard_->give_up_ballast(name_)) {
      status = target()->Allocate(reserved_, needed - reserved_, options, context);
      if (status.ok()) reserved_ = needed;
      return;
    }
    if (status.ok()) reserved_ += length;
  }

  rocksdb::IOStatus count(std::uint64_t bytes, rocksdb::IOStatus status) {
    if (status.ok()) written_ += bytes;
    return status;
  }

  const std::string name_;
  const std::shared_ptr<SpaceGuard> guard_;
  std::uint64_t written_ = 0;
  std::uint64_t reserved_ = 0;
};

class ReservingFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  ReservingFileSystem(const std::shared_ptr<rocksdb::FileSystem>& base,
                      std::shared_ptr<SpaceGuard> guard)
      : FileSystemWrapper(base), guard_(std::move(guard)) {}

  const char* Name() const override { return "PartitaReservingFileSystem"; }

  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* context) override {
    auto status = target()->NewWritableFile(name, options, file, context);
    if (status.ok() && name.ends_with(".log")) {
      *file = std::make_unique<ReservingFile>(std::move(*file), name, guard_);
    }
    return status;
  }

 private:
  const std::shared_ptr<SpaceGuard> guard_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> reserving_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<SpaceGuard> guard) {
  return std::make_shared<ReservingFileSystem>(base, std::move(guard));
}

}  // namespace partita::engine
