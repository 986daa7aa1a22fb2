#include "wire/deliveries/secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "partita/base/base64.h"
#include "partita/base/file.h"
#include "wire/deliveries/webhook_signature.h"

namespace partita::deliveries {
namespace {

constexpr std::chrono::seconds kKnownFor{10};
constexpr std::size_t kSecretBytesMax = 4096;
constexpr std::string_view kVariable = "env:";
constexpr std::string_view kFile = "file:";

Result<Bytes> read_secret(std::string_view place) {
  if (place.starts_with(kVariable)) {
    const std::string name(place.substr(kVariable.size()));
    const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): never set.
    if (value != nullptr) return Bytes(value);
    return Error::not_found(fmt::format("the variable {} is not set", name));
  }
  if (!place.starts_with(kFile)) {
    return Error::invalid_argument("a secret is at env:NAME or file:PATH");
  }
  auto secret = TRY(read_small_file(std::string(place.substr(kFile.size())), kSecretBytesMax));
  while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) secret.pop_back();
  return secret;
}

}  // namespace

Result<Bytes> Secrets::secret_at(std::string_view place) {
  const auto now = clock_.monotonic_now();
  {
    const MutexLock lock(mutex_);
    const auto found = known_.find(place);
    if (found != known_.end() && now < found->second.until) return found->second.secret;
  }
  Bytes secret = TRY(read_secret(place));
  const MutexLock lock(mutex_);
  known_[std::string(place)] = {.secret = secret, .until = now + kKnownFor};
  return secret;
}

Result<std::vector<Bytes>> Secrets::keys_of(const std::vector<std::string_view>& places) {
  std::vector<Bytes> keys;
  for (const std::string_view place : places) {
    const Bytes secret = TRY(secret_at(place));
    auto key = webhook_key(secret);
    if (!key.ok()) return std::move(key).error().within(place);
    keys.push_back(std::move(*key));
  }
  return keys;
}

Result<std::string> Secrets::authorization(std::string_view place, model::SyncAuth auth) {
  const Bytes secret = TRY(secret_at(place));
  const auto is_printable = [](char c) { return c >= ' ' && c <= '~'; };
  if (secret.empty() || !std::ranges::all_of(secret, is_printable)) {
    return Error::invalid_argument("a secret that a header has is one line of ASCII characters")
        .within(place);
  }
  if (auth == model::SyncAuth::Header) return std::string(secret);
  if (secret.find(':') == Bytes::npos) {
    return Error::invalid_argument("the secret of `auth: basic` is NAME:PASSWORD").within(place);
  }
  return "Basic " + base64_encode(secret);
}

}  // namespace partita::deliveries
