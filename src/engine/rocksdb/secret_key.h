#pragma once

#include <openssl/crypto.h>

#include <array>
#include <cstddef>
#include <span>

#include "partita/base/random.h"

namespace partita::engine {

// 32 secret bytes. Wiped when they go out of use, compared in constant time, never printed: there
// is no way to make text of them but `bytes()`, which only ciphers and sealing should call.
class SecretKey {
 public:
  static constexpr std::size_t kBytes = 32;

  static SecretKey generate(Random& random) {
    SecretKey key;
    random.fill(std::as_writable_bytes(std::span(key.bytes_)));
    return key;
  }

  SecretKey() = default;
  SecretKey(const SecretKey&) = default;
  SecretKey& operator=(const SecretKey&) = default;
  ~SecretKey() { OPENSSL_cleanse(bytes_.data(), kBytes); }

  std::span<const unsigned char, kBytes> bytes() const { return bytes_; }
  std::span<unsigned char, kBytes> bytes() { return bytes_; }

  bool operator==(const SecretKey& other) const {
    return CRYPTO_memcmp(bytes_.data(), other.bytes_.data(), kBytes) == 0;
  }

 private:
  std::array<unsigned char, kBytes> bytes_{};
};

}  // namespace partita::engine
