// mark  := a slot file (slot_file.cc) with the magic "PMM1": small is the number of the manifest,
//          large its synced size in bytes. DO NOT CHANGE.
#include "engine/rocksdb/manifest_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/rocksdb/slot_file.h"
#include "partita/base/file.h"
#include "partita/base/mutex.h"

namespace partita::engine {
namespace {

constexpr SlotFile::Magic kManifestMagic = "PMM1";
constexpr std::string_view kManifestName = "MANIFEST-";

// The number in the name of a manifest, or nothing for another file. An encrypted file has another
// beginning of its name until its header is written (encrypted_files.cc).
std::optional<std::uint32_t> manifest_number(std::string_view name) {
  const auto at = name.rfind(kManifestName);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = name.substr(at + kManifestName.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

// THREADS: safe for concurrent calls; RocksDB begins a new manifest while it closes the one before.
class ManifestMark {
 public:
  explicit ManifestMark(std::filesystem::path path) : path_(std::move(path)) {}

  Status store(std::uint32_t number, std::uint64_t synced_bytes) {
    const MutexLock lock(mutex_);
    if (!file_) file_.emplace(TRY(SlotFile::open(path_, kManifestMagic)));
    return file_->store({.small = number, .large = synced_bytes});
  }

 private:
  const std::filesystem::path path_;
  Mutex mutex_;
  // Opened with the first sync: a store that is only read writes nothing.
  std::optional<SlotFile> file_ PARTITA_GUARDED_BY(mutex_);
};

class ManifestFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  ManifestFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::uint32_t number,
               std::shared_ptr<ManifestMark> mark)
      : FSWritableFileOwnerWrapper(std::move(file)), number_(number), mark_(std::move(mark)) {}

  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           rocksdb::IODebugContext* context) override {
    return count(data.size(), target()->Append(data, options, context));
  }
  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           const rocksdb::DataVerificationInfo& verification,
                           rocksdb::IODebugContext* context) override {
    return count(data.size(), target()->Append(data, options, verification, context));
  }
  rocksdb::IOStatus Sync(const rocksdb::IOOptions& options,
                         rocksdb::IODebugContext* context) override {
    return mark(target()->Sync(options, context));
  }
  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* context) override {
    return mark(target()->Fsync(options, context));
  }

 private:
  rocksdb::IOStatus count(std::uint64_t bytes, rocksdb::IOStatus status) {
    if (status.ok()) written_bytes_ += bytes;
    return status;
  }

  // A mark that cannot be stored is a sync that has failed: RocksDB must not act on what it wrote.
  rocksdb::IOStatus mark(rocksdb::IOStatus synced) {
    if (!synced.ok()) return synced;
    const Status stored = mark_->store(number_, written_bytes_);
    return stored.ok() ? synced : rocksdb::IOStatus::IOError(stored.error().message());
  }

  const std::uint32_t number_;
  const std::shared_ptr<ManifestMark> mark_;
  std::uint64_t written_bytes_ = 0;
};

class ManifestFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  ManifestFileSystem(const std::shared_ptr<rocksdb::FileSystem>& base,
                     std::filesystem::path directory, std::shared_ptr<ManifestMark> mark)
      : FileSystemWrapper(base), directory_(std::move(directory)), mark_(std::move(mark)) {}

  const char* Name() const override { return "PartitaManifestFileSystem"; }

  // A checkpoint is written through this file system, too, into another directory.
  rocksdb::IOStatus NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* context) override {
    auto status = target()->NewWritableFile(name, options, file, context);
    const std::filesystem::path path(name);
    const auto number = manifest_number(path.filename().native());
    if (status.ok() && number && path.parent_path() == directory_) {
      *file = std::make_unique<ManifestFile>(std::move(*file), *number, mark_);
    }
    return status;
  }

 private:
  const std::filesystem::path directory_;
  const std::shared_ptr<ManifestMark> mark_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> manifest_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, const std::filesystem::path& directory,
    const std::filesystem::path& mark) {
  return std::make_shared<ManifestFileSystem>(base, directory,
                                              std::make_shared<ManifestMark>(mark));
}

// A power cut in a sync of the manifest finds the mark at rest. So a mark with a slot that is not
// whole was damaged in another way, and the record in its other slot may be too old to go by.
Result<bool> cut_off_unsynced_manifest(const std::filesystem::path& directory,
                                       const std::filesystem::path& mark) {
  const auto content = SlotFile::read(mark, kManifestMagic);
  if (!content.ok() || !content->newest || !content->is_settled) return false;
  const auto [number, synced_bytes] = *content->newest;
  const auto path = directory / fmt::format("{}{:06}", kManifestName, number);
  std::error_code missing;
  const auto bytes = std::filesystem::file_size(path, missing);
  // RocksDB may not have come to use this manifest.
  if (missing || bytes <= synced_bytes) return false;
  const FileDescriptor file = TRY(open_file(path, O_WRONLY | O_CLOEXEC));
  if (::ftruncate(file.number(), static_cast<off_t>(synced_bytes)) != 0) {
    return file_error("cut off the unsynced end of", path, errno);
  }
  TRY(sync_data(file));
  return true;
}

}  // namespace partita::engine
