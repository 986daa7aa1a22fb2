// A key that lies beside what it encrypts, outside of the data directory. Integers are big-endian.
//
//   wrapped := version data_key:u32 by_data_key by_master_key
//   version := 0x01                                                          DO NOT CHANGE
//   by_...  := nonce:12 AES-256-GCM(that key, nonce, key) tag:16, with version and data_key sealed
//
// Twice, because the data keys outlive each master key, and the master key outlives a lost disk.
#include <algorithm>

#include "engine/rocksdb/keyring.h"
#include "partita/base/big_endian.h"
#include "partita/base/sealed_bytes.h"

namespace partita::engine {
namespace {

constexpr char kWrapVersion = 1;
constexpr std::size_t kHeadBytes = 1 + sizeof(DataKeyId);
constexpr std::size_t kSealedKeyBytes = kSealNonceBytes + SecretKey::kBytes + kSealTagBytes;
constexpr std::size_t kWrappedBytes = kHeadBytes + 2 * kSealedKeyBytes;

std::optional<SecretKey> unseal_key(const SecretKey& under, ByteView head, ByteView sealed) {
  auto plain =
      unseal({.key = under, .nonce = sealed.substr(0, kSealNonceBytes), .associated = head},
             sealed.substr(kSealNonceBytes));
  if (!plain || plain->size() != SecretKey::kBytes) return std::nullopt;
  SecretKey key;
  std::copy(plain->begin(), plain->end(), key.bytes().begin());
  wipe(*plain);
  return key;
}

}  // namespace

Result<Bytes> Keyring::seal_key(const SecretKey& under, ByteView head, const SecretKey& key) {
  Bytes sealed(kSealNonceBytes, '\0');
  fill_random(std::as_writable_bytes(std::span<char>(sealed)));
  Bytes plain(key.bytes().begin(), key.bytes().end());
  auto closed = seal({.key = under, .nonce = sealed, .associated = head}, plain);
  wipe(plain);
  if (!closed.ok()) return std::move(closed).error();
  return sealed + *closed;
}

Result<Bytes> Keyring::wrap(const SecretKey& key) {
  const auto data_key = active();
  Bytes wrapped(1, kWrapVersion);
  append_integer(wrapped, data_key->id);
  const Bytes head = wrapped;
  wrapped.append(TRY(seal_key(data_key->secret, head, key)));
  const MutexLock rotating(rotating_);
  wrapped.append(TRY(seal_key(master_.secret(), head, key)));
  return wrapped;
}

Result<SecretKey> Keyring::unwrap(ByteView wrapped) {
  if (wrapped.size() != kWrappedBytes || wrapped.front() != kWrapVersion) {
    return Error::corrupt("this is no key that a store has wrapped");
  }
  const ByteView head = wrapped.substr(0, kHeadBytes);
  const auto data_key = find(ByteReader(head.substr(1)).integer<DataKeyId>());
  if (data_key) {
    if (auto key = unseal_key(data_key->secret, head, wrapped.substr(kHeadBytes, kSealedKeyBytes)))
      return *key;
  }
  const MutexLock rotating(rotating_);
  if (auto key = unseal_key(master_.secret(), head, wrapped.substr(kHeadBytes + kSealedKeyBytes)))
    return *key;
  return Error::invalid_argument(
      "its key was wrapped by another store under another master key, or is damaged");
}

}  // namespace partita::engine
