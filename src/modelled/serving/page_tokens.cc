#include "modelled/serving/page_tokens.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/retry.h"
#include "partita/base/base64.h"
#include "partita/base/check.h"
#include "store/keys/key_space.h"

// token     := base64url(content signature)   without padding
// signature := the first 16 bytes of HMAC-SHA256(secret, content)
//
// The secret is 32 bytes, the value of the metadata key "page-token-secret".

namespace partita::serving {
namespace {

constexpr std::string_view kSecretName = "page-token-secret";
constexpr std::size_t kSignatureBytes = 16;
// Far above what sixteen legs with the longest keys take.
constexpr std::size_t kTokenBytesMax = std::size_t{128} << 10;

Result<SecretKey> decode_secret(ByteView value) {
  if (value.size() != SecretKey::kBytes) {
    return Error::corrupt("the secret of page tokens does not have 32 bytes");
  }
  SecretKey secret;
  std::ranges::copy(value, secret.bytes().begin());
  return secret;
}

Bytes encode_secret(const SecretKey& secret) {
  return {secret.bytes().begin(), secret.bytes().end()};
}

std::string to_url_text(ByteView bytes) {
  std::string text = base64_encode(bytes);
  text.erase(text.find_last_not_of('=') + 1);
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  return text;
}

std::optional<Bytes> from_url_text(std::string_view token) {
  if (token.empty() || token.size() > kTokenBytesMax) return std::nullopt;
  if (token.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
  std::string text(token);
  std::ranges::replace(text, '-', '+');
  std::ranges::replace(text, '_', '/');
  text.append((4 - text.size() % 4) % 4, '=');
  auto bytes = base64_decode(text);
  if (!bytes.ok()) return std::nullopt;
  return std::move(*bytes);
}

}  // namespace

Task<Result<PageTokens>> PageTokens::open(engine::Engine& engine, Random& random) {
  const Bytes key = keys::metadata_key(kSecretName);
  Result<SecretKey> secret = SecretKey::generate(random);
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    bool is_stored = false;
    const std::array<ByteView, 1> wanted{key};
    const auto visit = [&](std::size_t, std::optional<ByteView> value) {
      is_stored = value.has_value();
      if (value) secret = decode_secret(*value);
    };
    Status read = co_await transaction.get(wanted, visit);
    CO_TRY(read);
    CO_TRY(secret);
    if (!is_stored) transaction.put(key, encode_secret(*secret));
    co_return Status{};
  };
  Status done = co_await engine::run(engine, body);
  // A store that takes no writes is still read; its tokens are good until it is closed.
  const bool is_read_only = !done.ok() && done.error().kind() == ErrorKind::Unavailable;
  if (!is_read_only) CO_TRY(done);
  co_return PageTokens(*secret);
}

Bytes PageTokens::signature_of(ByteView content) const {
  std::array<unsigned char, 32> digest{};
  unsigned size = digest.size();
  const auto key = secret_.bytes();
  const auto* octets = reinterpret_cast<const unsigned char*>(content.data());
  PARTITA_CHECK(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), octets, content.size(),
                     digest.data(), &size) != nullptr);
  return {digest.begin(), digest.begin() + kSignatureBytes};
}

std::string PageTokens::sign(Bytes content) const {
  content += signature_of(content);
  return to_url_text(content);
}

std::optional<Bytes> PageTokens::verify(std::string_view token) const {
  auto content = from_url_text(token);
  if (!content || content->size() < kSignatureBytes) return std::nullopt;
  const Bytes signature = content->substr(content->size() - kSignatureBytes);
  content->resize(content->size() - kSignatureBytes);
  if (!equal_in_constant_time(signature, signature_of(*content))) return std::nullopt;
  return content;
}

}  // namespace partita::serving
