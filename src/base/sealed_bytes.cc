#include "partita/base/sealed_bytes.h"

#include <openssl/evp.h>

#include <memory>

#include "partita/base/check.h"

namespace partita {
namespace {

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* octets(ByteView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* octets(Bytes& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

}  // namespace

Result<Bytes> seal(const SealContext& context, ByteView plain) {
  PARTITA_CHECK(context.nonce.size() == kSealNonceBytes);
  const Context cipher(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  Bytes sealed(plain.size() + kSealTagBytes, '\0');
  int length = 0;
  const bool done = cipher != nullptr &&
                    EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr,
                                       context.key.bytes().data(), octets(context.nonce)) == 1 &&
                    EVP_EncryptUpdate(cipher.get(), nullptr, &length, octets(context.associated),
                                      static_cast<int>(context.associated.size())) == 1 &&
                    EVP_EncryptUpdate(cipher.get(), octets(sealed), &length, octets(plain),
                                      static_cast<int>(plain.size())) == 1 &&
                    EVP_EncryptFinal_ex(cipher.get(), octets(sealed) + length, &length) == 1 &&
                    EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, kSealTagBytes,
                                        octets(sealed) + plain.size()) == 1;
  if (!done) return Error::internal("the cryptographic library refused AES-256-GCM");
  return sealed;
}

std::optional<Bytes> unseal(const SealContext& context, ByteView sealed) {
  PARTITA_CHECK(context.nonce.size() == kSealNonceBytes);
  if (sealed.size() < kSealTagBytes) return std::nullopt;
  const auto secret = sealed.substr(0, sealed.size() - kSealTagBytes);
  Bytes tag(sealed.substr(secret.size()));
  const Context cipher(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  Bytes plain(secret.size(), '\0');
  int length = 0;
  const bool genuine =
      cipher != nullptr &&
      EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, context.key.bytes().data(),
                         octets(context.nonce)) == 1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &length, octets(context.associated),
                        static_cast<int>(context.associated.size())) == 1 &&
      EVP_DecryptUpdate(cipher.get(), octets(plain), &length, octets(secret),
                        static_cast<int>(secret.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_SET_TAG, kSealTagBytes, octets(tag)) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), octets(plain) + length, &length) == 1;
  if (genuine) return plain;
  wipe(plain);
  return std::nullopt;
}

}  // namespace partita
