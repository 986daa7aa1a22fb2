#include "wire/protocol/sigv4_hash.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "partita/base/check.h"
#include "partita/base/secret_key.h"

namespace partita::protocol {
namespace {

using Digest = std::array<unsigned char, 32>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)>;

const unsigned char* octets(ByteView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

HexDigest hex_of(const Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  HexDigest hex;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    hex[2 * i] = kDigits[digest[i] >> 4];
    hex[2 * i + 1] = kDigits[digest[i] & 15U];
  }
  return hex;
}

// Fetched once: OpenSSL 3 searches its providers at every fetch, which takes longer than a hash.
const EVP_MD* sha256() {
  static EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  PARTITA_CHECK(algorithm != nullptr);
  return algorithm;
}

EVP_MAC* hmac() {
  static EVP_MAC* const algorithm = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  PARTITA_CHECK(algorithm != nullptr);
  return algorithm;
}

Digest hmac_sha256(ByteView key, ByteView text) {
  Digest digest;
  unsigned size = digest.size();
  PARTITA_CHECK(HMAC(sha256(), key.data(), static_cast<int>(key.size()), octets(text), text.size(),
                     digest.data(), &size) != nullptr);
  return digest;
}

// AWS: a key for one day, region, service and terminator, each step keyed with the one before.
Digest derive_key(const Credential& credential, std::string_view scope) {
  std::string first("AWS4");
  first.reserve(first.size() + credential.secret_access_key.view().size());
  const WipedAtEnd wiped{first};
  first += credential.secret_access_key.view();
  Digest key{};
  ByteView previous = first;
  while (!scope.empty()) {
    const auto end = std::min(scope.find('/'), scope.size());
    key = hmac_sha256(previous, scope.substr(0, end));
    previous = {reinterpret_cast<const char*>(key.data()), key.size()};
    scope.remove_prefix(std::min(end + 1, scope.size()));
  }
  return key;
}

// A derived key, ready to sign: HMAC's two padded blocks are hashed once and not for every request.
class Signer {
 public:
  bool is_for(const Credential& credential, std::string_view scope) const {
    return serial_ == credential.serial && scope_ == scope;
  }

  void prepare(const Credential& credential, std::string_view scope) {
    Digest key = derive_key(credential, scope);
    char digest_name[] = "SHA256";
    const std::array<OSSL_PARAM, 2> parameters = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest_name, 0),
        OSSL_PARAM_construct_end()};
    if (!context_) context_.reset(EVP_MAC_CTX_new(hmac()));
    PARTITA_CHECK(context_ &&
                  EVP_MAC_init(context_.get(), key.data(), key.size(), parameters.data()) == 1);
    OPENSSL_cleanse(key.data(), key.size());
    serial_ = credential.serial;
    scope_ = scope;
  }

  Digest sign(ByteView text) {
    Digest digest;
    std::size_t size = 0;
    PARTITA_CHECK(EVP_MAC_init(context_.get(), nullptr, 0, nullptr) == 1);
    PARTITA_CHECK(EVP_MAC_update(context_.get(), octets(text), text.size()) == 1);
    PARTITA_CHECK(EVP_MAC_final(context_.get(), digest.data(), &size, digest.size()) == 1);
    return digest;
  }

 private:
  std::uint64_t serial_ = 0;
  std::string scope_;
  MacContext context_{nullptr, EVP_MAC_CTX_free};
};

Signer& signer_for(const Credential& credential, std::string_view scope) {
  thread_local std::array<Signer, 64> signers;
  const auto hash = std::hash<std::string_view>()(scope) + credential.serial;
  Signer& signer = signers[hash % signers.size()];
  if (!signer.is_for(credential, scope)) signer.prepare(credential, scope);
  return signer;
}

}  // namespace

HexDigest sha256_hex(ByteView bytes) {
  thread_local const DigestContext context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  Digest digest;
  PARTITA_CHECK(EVP_DigestInit_ex2(context.get(), sha256(), nullptr) == 1);
  PARTITA_CHECK(EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) == 1);
  PARTITA_CHECK(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1);
  return hex_of(digest);
}

HexDigest sign(const Credential& credential, std::string_view scope, ByteView text) {
  return hex_of(signer_for(credential, scope).sign(text));
}

}  // namespace partita::protocol
