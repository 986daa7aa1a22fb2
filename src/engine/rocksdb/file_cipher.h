#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/rocksdb/keyring.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::engine {

// Encrypts and decrypts one file at any position: AES-256-CTR under a data key, with a nonce of the
// file's own. What it needs to be found again stands in a header before the content.
// Secrecy only: a changed byte of the content decrypts to a changed byte, which RocksDB's checksums
// notice; the header is authenticated.
// THREADS: safe for concurrent calls.
class FileCipher {
 public:
  // A page, so that the pages of the content are the pages of the file.
  static constexpr std::size_t kHeaderBytes = 4096;
  using Nonce = std::array<unsigned char, 16>;

  // For a new file: the keyring's active key and a fresh nonce.
  static FileCipher create(Keyring& keyring);

  // For an existing file that begins with `header`.
  // ERRORS: Corrupt if it is not the header of an encrypted file, names a key that the keyring does
  // not hold, or was changed.
  static Result<FileCipher> open(ByteView header, const Keyring& keyring);

  // Whether a file that begins with `content` claims to be encrypted. Wants 16 bytes at most.
  static bool is_header(ByteView content);

  FileCipher(std::shared_ptr<const DataKey> key, const Nonce& nonce);

  // What the file must begin with: kHeaderBytes bytes.
  // ERRORS: Internal if the cryptographic library refuses.
  Result<Bytes> header() const;

  // Encrypts or decrypts (it is the same) the bytes that stand at `offset` of the content.
  // `to` has room for as many bytes as `from` has, and is `from` itself or does not overlap it.
  // ERRORS: Internal if the cryptographic library refuses.
  Status apply(std::uint64_t offset, ByteView from, char* to) const;

  DataKeyId key_id() const { return key_->id; }

 private:
  std::shared_ptr<const DataKey> key_;
  Nonce nonce_;
};

}  // namespace partita::engine
