#include "engine/rocksdb/encrypted_file_handles.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace partita::engine {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

namespace {

constexpr std::size_t kHeaderBytes = FileCipher::kHeaderBytes;
// What is encrypted between two writes: fits the cache of a core, and makes few calls.
constexpr std::size_t kPieceBytes = 64 * 1024;

// Decrypts what a plain file returned into the caller's memory.
IOStatus decrypt(const FileCipher& cipher, std::uint64_t offset, Slice* result, char* scratch) {
  if (result->data() != scratch) std::memmove(scratch, result->data(), result->size());
  *result = Slice(scratch, result->size());
  const auto applied = cipher.apply(offset, ByteView(scratch, result->size()), scratch);
  return applied.ok() ? IOStatus::OK() : to_io_status(applied.error(), "a file being read");
}

}  // namespace

IOStatus to_io_status(const Error& error, const std::string& file_name) {
  if (error.kind() == ErrorKind::Corrupt) return IOStatus::Corruption(file_name, error.message());
  return IOStatus::IOError(file_name, error.message());
}

IOStatus EncryptedSequentialFile::Read(std::size_t bytes, const IOOptions& options, Slice* result,
                                       char* scratch, IODebugContext* debug) {
  auto status = base_->Read(bytes, options, result, scratch, debug);
  if (!status.ok()) return status;
  status = decrypt(cipher_, position_, result, scratch);
  position_ += result->size();
  return status;
}

IOStatus EncryptedSequentialFile::Skip(std::uint64_t bytes) {
  auto status = base_->Skip(bytes);
  if (status.ok()) position_ += bytes;
  return status;
}

IOStatus EncryptedSequentialFile::InvalidateCache(std::size_t offset, std::size_t length) {
  return base_->InvalidateCache(kHeaderBytes + offset, length);
}

IOStatus EncryptedRandomAccessFile::Read(std::uint64_t offset, std::size_t bytes,
                                         const IOOptions& options, Slice* result, char* scratch,
                                         IODebugContext* debug) const {
  auto status = base_->Read(kHeaderBytes + offset, bytes, options, result, scratch, debug);
  return status.ok() ? decrypt(cipher_, offset, result, scratch) : status;
}

IOStatus EncryptedRandomAccessFile::MultiRead(rocksdb::FSReadRequest* requests, std::size_t count,
                                              const IOOptions& options, IODebugContext* debug) {
  const std::span all(requests, count);
  for (auto& request : all) request.offset += kHeaderBytes;
  auto status = base_->MultiRead(requests, count, options, debug);
  for (auto& request : all) {
    request.offset -= kHeaderBytes;
    if (status.ok() && request.status.ok()) {
      request.status = decrypt(cipher_, request.offset, &request.result, request.scratch);
    }
  }
  return status;
}

IOStatus EncryptedRandomAccessFile::Prefetch(std::uint64_t offset, std::size_t bytes,
                                             const IOOptions& options, IODebugContext* debug) {
  return base_->Prefetch(kHeaderBytes + offset, bytes, options, debug);
}

std::size_t EncryptedRandomAccessFile::GetUniqueId(char* id, std::size_t bytes_max) const {
  return base_->GetUniqueId(id, bytes_max);
}

void EncryptedRandomAccessFile::Hint(AccessPattern pattern) { base_->Hint(pattern); }

IOStatus EncryptedRandomAccessFile::InvalidateCache(std::size_t offset, std::size_t length) {
  return base_->InvalidateCache(kHeaderBytes + offset, length);
}

IOStatus EncryptedWritableFile::Append(const Slice& data, const IOOptions& options,
                                       IODebugContext* debug) {
  auto rest = ByteView(data.data(), data.size());
  while (failure_.ok() && !rest.empty()) {
    const auto piece = rest.substr(0, kPieceBytes);
    // A failed write may have left some bytes: from here on positions are not known, and bytes
    // appended all the same would be encrypted for the wrong ones.
    failure_ = append_piece(piece, options, debug);
    rest.remove_prefix(piece.size());
  }
  return failure_;
}

IOStatus EncryptedWritableFile::append_piece(ByteView piece, const IOOptions& options,
                                             IODebugContext* debug) {
  if (encrypted_ == nullptr) encrypted_ = std::make_unique_for_overwrite<char[]>(kPieceBytes);
  const auto applied = cipher_.apply(size_, piece, encrypted_.get());
  if (!applied.ok()) return to_io_status(applied.error(), "a file being written");
  auto status = base_->Append(Slice(encrypted_.get(), piece.size()), options, debug);
  if (status.ok()) size_ += piece.size();
  return status;
}

IOStatus EncryptedWritableFile::Truncate(std::uint64_t size, const IOOptions& options,
                                         IODebugContext* debug) {
  auto status = base_->Truncate(kHeaderBytes + size, options, debug);
  if (status.ok()) size_ = size;
  return status;
}

IOStatus EncryptedWritableFile::Close(const IOOptions& options, IODebugContext* debug) {
  return base_->Close(options, debug);
}

IOStatus EncryptedWritableFile::Flush(const IOOptions& options, IODebugContext* debug) {
  return base_->Flush(options, debug);
}

IOStatus EncryptedWritableFile::Sync(const IOOptions& options, IODebugContext* debug) {
  return base_->Sync(options, debug);
}

IOStatus EncryptedWritableFile::Fsync(const IOOptions& options, IODebugContext* debug) {
  return base_->Fsync(options, debug);
}

IOStatus EncryptedWritableFile::RangeSync(std::uint64_t offset, std::uint64_t bytes,
                                          const IOOptions& options, IODebugContext* debug) {
  return base_->RangeSync(kHeaderBytes + offset, bytes, options, debug);
}

IOStatus EncryptedWritableFile::InvalidateCache(std::size_t offset, std::size_t length) {
  return base_->InvalidateCache(kHeaderBytes + offset, length);
}

IOStatus EncryptedWritableFile::Allocate(std::uint64_t offset, std::uint64_t bytes,
                                         const IOOptions& options, IODebugContext* debug) {
  return base_->Allocate(kHeaderBytes + offset, bytes, options, debug);
}

void EncryptedWritableFile::PrepareWrite(std::size_t offset, std::size_t bytes,
                                         const IOOptions& options, IODebugContext* debug) {
  base_->PrepareWrite(kHeaderBytes + offset, bytes, options, debug);
}

void EncryptedWritableFile::SetPreallocationBlockSize(std::size_t bytes) {
  base_->SetPreallocationBlockSize(bytes);
}

void EncryptedWritableFile::GetPreallocationStatus(std::size_t* block_bytes,
                                                   std::size_t* last_block) {
  base_->GetPreallocationStatus(block_bytes, last_block);
}

void EncryptedWritableFile::SetIOPriority(rocksdb::Env::IOPriority priority) {
  base_->SetIOPriority(priority);
}

rocksdb::Env::IOPriority EncryptedWritableFile::GetIOPriority() { return base_->GetIOPriority(); }

void EncryptedWritableFile::SetWriteLifeTimeHint(rocksdb::Env::WriteLifeTimeHint hint) {
  base_->SetWriteLifeTimeHint(hint);
}

rocksdb::Env::WriteLifeTimeHint EncryptedWritableFile::GetWriteLifeTimeHint() {
  return base_->GetWriteLifeTimeHint();
}

std::size_t EncryptedWritableFile::GetUniqueId(char* id, std::size_t bytes_max) const {
  return base_->GetUniqueId(id, bytes_max);
}

}  // namespace partita::engine
