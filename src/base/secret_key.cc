#include "partita/base/secret_key.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <iterator>

namespace partita {
namespace {

constexpr std::size_t kFingerprintBytes = 8;

}  // namespace

void wipe(std::span<char> bytes) { OPENSSL_cleanse(bytes.data(), bytes.size()); }

SecretText& SecretText::operator=(const SecretText& other) {
  if (this == &other) return *this;
  wipe(text_);
  text_ = other.text_;
  return *this;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

SecretKey SecretKey::generate(Random& random) {
  SecretKey key;
  random.fill(std::as_writable_bytes(std::span(key.bytes_)));
  return key;
}

SecretKey::~SecretKey() { OPENSSL_cleanse(bytes_.data(), kBytes); }

std::string SecretKey::fingerprint(std::string_view label) const {
  std::string labelled(label);
  // Reserved, so that growing leaves no copy of the key behind.
  labelled.reserve(label.size() + kBytes);
  const WipedAtEnd wiped{labelled};
  labelled.append(bytes_.begin(), bytes_.end());
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(labelled.data()), labelled.size(), digest.data());
  std::string text;
  for (const auto byte : std::span(digest).first<kFingerprintBytes>()) {
    fmt::format_to(std::back_inserter(text), "{:02x}", byte);
  }
  return text;
}

bool SecretKey::operator==(const SecretKey& other) const {
  return CRYPTO_memcmp(bytes_.data(), other.bytes_.data(), kBytes) == 0;
}

}  // namespace partita
