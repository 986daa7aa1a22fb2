#include "wire/deliveries/webhook_signature.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

#include "partita/base/base64.h"
#include "partita/base/check.h"

namespace partita::deliveries {
namespace {

constexpr std::string_view kSecretPrefix = "whsec_";
constexpr std::size_t kKeyBytesMin = 16;

const unsigned char* octets_of(ByteView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Bytes hmac_sha256(ByteView key, ByteView message) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = digest.size();
  PARTITA_CHECK(::HMAC(::EVP_sha256(), key.data(), static_cast<int>(key.size()), octets_of(message),
                       message.size(), digest.data(), &size) != nullptr);
  return {digest.begin(), digest.begin() + size};
}

}  // namespace

Result<Bytes> webhook_key(std::string_view secret) {
  auto key = secret.starts_with(kSecretPrefix) ? base64_decode(secret.substr(kSecretPrefix.size()))
                                               : Result<Bytes>(Bytes(secret));
  if (!key.ok() || key->size() >= kKeyBytesMin) return key;
  return Error::invalid_argument(
      fmt::format("a secret of webhooks has at least {} bytes; for example: echo "
                  "whsec_$(openssl rand -base64 32)",
                  kKeyBytesMin));
}

std::string webhook_signature(const SignedWebhook& webhook, const std::vector<Bytes>& keys) {
  const std::string content = fmt::format("{}.{}.{}", webhook.id, webhook.timestamp, webhook.body);
  std::string signature;
  for (const Bytes& key : keys) {
    if (!signature.empty()) signature += ' ';
    signature += "v1,";
    base64_append(signature, hmac_sha256(key, content));
  }
  return signature;
}

}  // namespace partita::deliveries
