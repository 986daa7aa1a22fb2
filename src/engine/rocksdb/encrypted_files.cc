// RocksDB has an encrypting file system of its own (rocksdb/env_encryption.h). It is not used,
// because in the version that Debian ships it asserts that every file is longer than its prefix
// (a power cut leaves shorter ones, and the process would abort at every start), lets the info log
// through in plain, allocates for each write, and continues a reopened file with a second prefix.
#include "engine/rocksdb/encrypted_files.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rocksdb/encrypted_file_handles.h"
#include "engine/rocksdb/file_cipher.h"
#include "partita/base/file.h"

namespace partita::engine {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

// How the name of a file begins until its header is on disk. RocksDB does not know such names and
// leaves them alone; what a crash leaves of them goes when the directory is locked again. The end
// of the name stays, because a file system below may go by it.
constexpr std::string_view kUnbornPrefix = "unborn.";

std::string unborn_name(const std::filesystem::path& name) {
  auto unborn = std::string(kUnbornPrefix);
  unborn += name.filename();
  return name.parent_path() / unborn;
}

std::uint64_t content_bytes(std::uint64_t file_bytes) {
  return file_bytes < FileCipher::kHeaderBytes ? 0 : file_bytes - FileCipher::kHeaderBytes;
}

IOStatus check_options(const std::string& name, const FileOptions& options) {
  if (options.use_mmap_reads) {
    return IOStatus::InvalidArgument(name, "encryption does not allow memory-mapped reads");
  }
  if (options.use_direct_reads || options.use_direct_writes) {
    return IOStatus::InvalidArgument(name, "encryption does not allow direct I/O");
  }
  return IOStatus::OK();
}

class EncryptedFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  EncryptedFileSystem(const std::shared_ptr<rocksdb::FileSystem>& base,
                      std::shared_ptr<Keyring> keyring)
      : FileSystemWrapper(base), keyring_(std::move(keyring)) {}

  const char* Name() const override { return "PartitaEncryptedFileSystem"; }

  IOStatus NewSequentialFile(const std::string& name, const FileOptions& options,
                             std::unique_ptr<rocksdb::FSSequentialFile>* result,
                             IODebugContext* debug) override;
  IOStatus NewRandomAccessFile(const std::string& name, const FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* result,
                               IODebugContext* debug) override;
  IOStatus NewWritableFile(const std::string& name, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* result,
                           IODebugContext* debug) override;
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions& options,
                              std::unique_ptr<rocksdb::FSWritableFile>* result,
                              IODebugContext* debug) override;
  IOStatus ReuseWritableFile(const std::string& name, const std::string& old_name,
                             const FileOptions& options,
                             std::unique_ptr<rocksdb::FSWritableFile>* result,
                             IODebugContext* debug) override;
  IOStatus LockFile(const std::string& name, const IOOptions& options, rocksdb::FileLock** lock,
                    IODebugContext* debug) override;
  IOStatus GetChildrenFileAttributes(const std::string& directory, const IOOptions& options,
                                     std::vector<rocksdb::FileAttributes>* result,
                                     IODebugContext* debug) override;

  IOStatus GetFileSize(const std::string& name, const IOOptions& options, std::uint64_t* bytes,
                       IODebugContext* debug) override {
    auto status = target_->GetFileSize(name, options, bytes, debug);
    if (status.ok()) *bytes = content_bytes(*bytes);
    return status;
  }
  IOStatus Truncate(const std::string& name, std::size_t size, const IOOptions& options,
                    IODebugContext* debug) override {
    return target_->Truncate(name, FileCipher::kHeaderBytes + size, options, debug);
  }

  // Bytes would be written twice at one position, under one keystream.
  IOStatus NewRandomRWFile(const std::string& name, const FileOptions&,
                           std::unique_ptr<rocksdb::FSRandomRWFile>*, IODebugContext*) override {
    return IOStatus::NotSupported(name, "encryption does not allow writing in place");
  }
  IOStatus NewMemoryMappedFileBuffer(const std::string& name,
                                     std::unique_ptr<rocksdb::MemoryMappedFileBuffer>*) override {
    return IOStatus::NotSupported(name, "encryption does not allow memory-mapped files");
  }
  // The base would write the log in plain, past this file system.
  IOStatus NewLogger(const std::string& name, const IOOptions&, std::shared_ptr<rocksdb::Logger>*,
                     IODebugContext*) override {
    return IOStatus::NotSupported(name, "encryption does not allow a plain info log");
  }
  // Our files read at once when asked to read later, so there is never anything to wait for, and
  // no handle that the base would know.
  IOStatus Poll(std::vector<void*>&, std::size_t) override { return IOStatus::OK(); }
  IOStatus AbortIO(std::vector<void*>&) override { return IOStatus::OK(); }

 private:
  using Cipher = std::optional<FileCipher>;

  IOStatus open_cipher(const std::string& name, ByteView header, Cipher* cipher) const;
  IOStatus open_sequential(const std::string& name, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSSequentialFile>* base, Cipher* cipher,
                           IODebugContext* debug);
  IOStatus write_header(const FileCipher& cipher, rocksdb::FSWritableFile& base,
                        IODebugContext* debug);
  void remove_unborn_files(const std::string& directory, IODebugContext* debug);

  std::shared_ptr<Keyring> keyring_;
};

IOStatus EncryptedFileSystem::open_cipher(const std::string& name, ByteView header,
                                          Cipher* cipher) const {
  auto opened = FileCipher::open(header, *keyring_);
  // RocksDB asserts that reading this one fails with nothing but an IOError.
  if (!opened.ok() && name.ends_with("/IDENTITY")) {
    return IOStatus::IOError(name, opened.error().message());
  }
  if (!opened.ok()) return to_io_status(opened.error(), name);
  cipher->emplace(std::move(*opened));
  return IOStatus::OK();
}

// Opens a plain file and reads its header; it then stands at the beginning of the content.
IOStatus EncryptedFileSystem::open_sequential(const std::string& name, const FileOptions& options,
                                              std::unique_ptr<rocksdb::FSSequentialFile>* base,
                                              Cipher* cipher, IODebugContext* debug) {
  auto status = check_options(name, options);
  if (status.ok()) status = target_->NewSequentialFile(name, options, base, debug);
  if (!status.ok()) return status;
  Bytes space(FileCipher::kHeaderBytes, '\0');
  rocksdb::Slice header;
  status = (*base)->Read(space.size(), options.io_options, &header, space.data(), debug);
  return status.ok() ? open_cipher(name, header.ToStringView(), cipher) : status;
}

IOStatus EncryptedFileSystem::NewSequentialFile(const std::string& name, const FileOptions& options,
                                                std::unique_ptr<rocksdb::FSSequentialFile>* result,
                                                IODebugContext* debug) {
  result->reset();
  std::unique_ptr<rocksdb::FSSequentialFile> base;
  Cipher cipher;
  auto status = open_sequential(name, options, &base, &cipher, debug);
  if (!status.ok()) return status;
  *result = std::make_unique<EncryptedSequentialFile>(std::move(base), std::move(*cipher));
  return status;
}

IOStatus EncryptedFileSystem::NewRandomAccessFile(
    const std::string& name, const FileOptions& options,
    std::unique_ptr<rocksdb::FSRandomAccessFile>* result, IODebugContext* debug) {
  result->reset();
  auto status = check_options(name, options);
  std::unique_ptr<rocksdb::FSRandomAccessFile> base;
  if (status.ok()) status = target_->NewRandomAccessFile(name, options, &base, debug);
  if (!status.ok()) return status;
  Bytes space(FileCipher::kHeaderBytes, '\0');
  rocksdb::Slice header;
  status = base->Read(0, space.size(), options.io_options, &header, space.data(), debug);
  Cipher cipher;
  if (status.ok()) status = open_cipher(name, header.ToStringView(), &cipher);
  if (!status.ok()) return status;
  *result = std::make_unique<EncryptedRandomAccessFile>(std::move(base), std::move(*cipher));
  return status;
}

IOStatus EncryptedFileSystem::write_header(const FileCipher& cipher, rocksdb::FSWritableFile& base,
                                           IODebugContext* debug) {
  const auto header = cipher.header();
  if (!header.ok()) return to_io_status(header.error(), "a new file");
  auto status = base.Append(*header, IOOptions(), debug);
  return status.ok() ? base.Sync(IOOptions(), debug) : status;
}

IOStatus EncryptedFileSystem::NewWritableFile(const std::string& name, const FileOptions& options,
                                              std::unique_ptr<rocksdb::FSWritableFile>* result,
                                              IODebugContext* debug) {
  result->reset();
  auto status = check_options(name, options);
  if (!status.ok()) return status;
  auto plain_options = options;
  plain_options.use_mmap_writes = false;
  const auto unborn = unborn_name(name);
  std::unique_ptr<rocksdb::FSWritableFile> base;
  status = target_->NewWritableFile(unborn, plain_options, &base, debug);
  if (!status.ok()) return status;
  auto cipher = FileCipher::create(*keyring_);
  // RocksDB finds logs by their names. Were this one in the directory before its header is on disk,
  // then after a power cut nobody could tell an empty log from a log that was destroyed.
  status = write_header(cipher, *base, debug);
  if (status.ok()) status = target_->RenameFile(unborn, name, IOOptions(), debug);
  if (!status.ok()) {
    base.reset();
    target_->DeleteFile(unborn, IOOptions(), debug).PermitUncheckedError();
    return status;
  }
  *result = std::make_unique<EncryptedWritableFile>(std::move(base), std::move(cipher), 0);
  return status;
}

IOStatus EncryptedFileSystem::ReopenWritableFile(const std::string& name,
                                                 const FileOptions& options,
                                                 std::unique_ptr<rocksdb::FSWritableFile>* result,
                                                 IODebugContext* debug) {
  result->reset();
  if (target_->FileExists(name, IOOptions(), debug).IsNotFound()) {
    return NewWritableFile(name, options, result, debug);
  }
  std::unique_ptr<rocksdb::FSSequentialFile> read;
  Cipher cipher;
  auto status = open_sequential(name, options, &read, &cipher, debug);
  std::uint64_t bytes = 0;
  if (status.ok()) status = GetFileSize(name, IOOptions(), &bytes, debug);
  auto plain_options = options;
  plain_options.use_mmap_writes = false;
  std::unique_ptr<rocksdb::FSWritableFile> base;
  if (status.ok()) status = target_->ReopenWritableFile(name, plain_options, &base, debug);
  if (!status.ok()) return status;
  *result = std::make_unique<EncryptedWritableFile>(std::move(base), std::move(*cipher), bytes);
  return status;
}

// Reusing the space would mean reusing the keystream: the old file goes, a new one comes.
IOStatus EncryptedFileSystem::ReuseWritableFile(const std::string& name,
                                                const std::string& old_name,
                                                const FileOptions& options,
                                                std::unique_ptr<rocksdb::FSWritableFile>* result,
                                                IODebugContext* debug) {
  auto status = target_->DeleteFile(old_name, IOOptions(), debug);
  return status.ok() ? NewWritableFile(name, options, result, debug) : status;
}

IOStatus EncryptedFileSystem::LockFile(const std::string& name, const IOOptions& options,
                                       rocksdb::FileLock** lock, IODebugContext* debug) {
  auto status = target_->LockFile(name, options, lock, debug);
  // Whoever holds the lock is the only one who creates files here, and has not begun.
  if (status.ok()) remove_unborn_files(std::filesystem::path(name).parent_path(), debug);
  return status;
}

// Their only harm is the space they take, so that a failure is not worth refusing the data for.
void EncryptedFileSystem::remove_unborn_files(const std::string& directory, IODebugContext* debug) {
  std::vector<std::string> names;
  target_->GetChildren(directory, IOOptions(), &names, debug).PermitUncheckedError();
  for (const auto& name : names) {
    if (!name.starts_with(kUnbornPrefix)) continue;
    target_->DeleteFile(std::filesystem::path(directory) / name, IOOptions(), debug)
        .PermitUncheckedError();
  }
}

IOStatus EncryptedFileSystem::GetChildrenFileAttributes(
    const std::string& directory, const IOOptions& options,
    std::vector<rocksdb::FileAttributes>* result, IODebugContext* debug) {
  auto status = target_->GetChildrenFileAttributes(directory, options, result, debug);
  for (auto& attributes : *result) attributes.size_bytes = content_bytes(attributes.size_bytes);
  return status;
}

// Whether the file that leads to all others of a store is encrypted; false if there is none.
Result<bool> has_encrypted_store(const std::filesystem::path& data_directory) {
  constexpr std::size_t kCurrentBytesMax = 2 * FileCipher::kHeaderBytes;
  const auto current = read_small_file(data_directory / "store" / "CURRENT", kCurrentBytesMax);
  if (current.ok()) return FileCipher::is_header(*current);
  if (current.error().kind() == ErrorKind::NotFound) return false;
  return current.error();
}

}  // namespace

Result<bool> is_encrypted(const std::filesystem::path& data_directory) {
  std::error_code failed;
  const auto keyring = Keyring::file_in(data_directory);
  if (std::filesystem::exists(keyring, failed)) return true;
  if (failed) return file_error("read", keyring, failed.value());
  if (!TRY(has_encrypted_store(data_directory))) return false;
  return Error::corrupt(
      fmt::format("the store in {} is encrypted but {} is missing; put it back from a backup",
                  data_directory.string(), keyring.string()));
}

Result<std::shared_ptr<rocksdb::FileSystem>> encrypted_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<Keyring> keyring) {
  if (base == nullptr) return Error::invalid_argument("encryption needs a file system below it");
  if (keyring == nullptr) return Error::invalid_argument("encryption needs a keyring");
  return std::shared_ptr<rocksdb::FileSystem>(
      std::make_shared<EncryptedFileSystem>(base, std::move(keyring)));
}

}  // namespace partita::engine
