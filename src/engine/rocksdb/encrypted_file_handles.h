#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <rocksdb/file_system.h>

#include "engine/rocksdb/file_cipher.h"
#include "partita/base/error.h"

// The three kinds of files that RocksDB uses, encrypted: each wraps a plain file that begins with
// the header of its cipher, and shows its caller the content alone.
//
// They derive from RocksDB's interfaces and not from its wrappers: a call that is not written here
// then gets the interface's careful default, and never reaches the plain file with wrong bytes or
// at a wrong position.
namespace partita::engine {

rocksdb::IOStatus to_io_status(const Error& error, const std::string& file_name);

class EncryptedSequentialFile final : public rocksdb::FSSequentialFile {
 public:
  // REQUIRES: the header of `base` has been read.
  EncryptedSequentialFile(std::unique_ptr<rocksdb::FSSequentialFile> base, FileCipher cipher)
      : base_(std::move(base)), cipher_(std::move(cipher)) {}

  rocksdb::IOStatus Read(std::size_t bytes, const rocksdb::IOOptions& options,
                         rocksdb::Slice* result, char* scratch,
                         rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Skip(std::uint64_t bytes) override;
  rocksdb::IOStatus InvalidateCache(std::size_t offset, std::size_t length) override;

 private:
  std::unique_ptr<rocksdb::FSSequentialFile> base_;
  FileCipher cipher_;
  std::uint64_t position_ = 0;
};

class EncryptedRandomAccessFile final : public rocksdb::FSRandomAccessFile {
 public:
  EncryptedRandomAccessFile(std::unique_ptr<rocksdb::FSRandomAccessFile> base, FileCipher cipher)
      : base_(std::move(base)), cipher_(std::move(cipher)) {}

  rocksdb::IOStatus Read(std::uint64_t offset, std::size_t bytes, const rocksdb::IOOptions& options,
                         rocksdb::Slice* result, char* scratch,
                         rocksdb::IODebugContext* debug) const override;
  rocksdb::IOStatus MultiRead(rocksdb::FSReadRequest* requests, std::size_t count,
                              const rocksdb::IOOptions& options,
                              rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Prefetch(std::uint64_t offset, std::size_t bytes,
                             const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override;
  std::size_t GetUniqueId(char* id, std::size_t bytes_max) const override;
  void Hint(AccessPattern pattern) override;
  rocksdb::IOStatus InvalidateCache(std::size_t offset, std::size_t length) override;

 private:
  std::unique_ptr<rocksdb::FSRandomAccessFile> base_;
  FileCipher cipher_;
};

// Only ever grows: a keystream must not meet two different contents at one position.
class EncryptedWritableFile final : public rocksdb::FSWritableFile {
 public:
  // REQUIRES: `base` ends after the header and `size` bytes of content.
  EncryptedWritableFile(std::unique_ptr<rocksdb::FSWritableFile> base, FileCipher cipher,
                        std::uint64_t size)
      : base_(std::move(base)), cipher_(std::move(cipher)), size_(size) {}

  using rocksdb::FSWritableFile::Append;
  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Truncate(std::uint64_t size, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Close(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Flush(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Sync(const rocksdb::IOOptions& options,
                         rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options,
                          rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus RangeSync(std::uint64_t offset, std::uint64_t bytes,
                              const rocksdb::IOOptions& options,
                              rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus InvalidateCache(std::size_t offset, std::size_t length) override;
  rocksdb::IOStatus Allocate(std::uint64_t offset, std::uint64_t bytes,
                             const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override;
  void PrepareWrite(std::size_t offset, std::size_t bytes, const rocksdb::IOOptions& options,
                    rocksdb::IODebugContext* debug) override;
  void SetPreallocationBlockSize(std::size_t bytes) override;
  void GetPreallocationStatus(std::size_t* block_bytes, std::size_t* last_block) override;
  void SetIOPriority(rocksdb::Env::IOPriority priority) override;
  rocksdb::Env::IOPriority GetIOPriority() override;
  void SetWriteLifeTimeHint(rocksdb::Env::WriteLifeTimeHint hint) override;
  rocksdb::Env::WriteLifeTimeHint GetWriteLifeTimeHint() override;
  std::size_t GetUniqueId(char* id, std::size_t bytes_max) const override;
  bool IsSyncThreadSafe() const override { return base_->IsSyncThreadSafe(); }
  std::uint64_t GetFileSize(const rocksdb::IOOptions&, rocksdb::IODebugContext*) override {
    return size_;
  }

 private:
  rocksdb::IOStatus append_piece(ByteView piece, const rocksdb::IOOptions& options,
                                 rocksdb::IODebugContext* debug);

  std::unique_ptr<rocksdb::FSWritableFile> base_;
  FileCipher cipher_;
  std::uint64_t size_;
  // The first failure of an append; nothing can be appended after it.
  rocksdb::IOStatus failure_;
  std::unique_ptr<char[]> encrypted_;
};

}  // namespace partita::engine
