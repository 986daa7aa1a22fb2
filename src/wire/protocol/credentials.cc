#include "wire/protocol/credentials.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace partita::protocol {
namespace {

struct LengthBounds {
  std::size_t min;
  std::size_t max;
};

bool is_within(std::string_view text, LengthBounds bounds) {
  return text.size() >= bounds.min && text.size() <= bounds.max;
}

bool is_word(std::string_view text, std::string_view punctuation) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           punctuation.find(c) != std::string_view::npos;
  });
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

Status check_credential(const Credential& credential) {
  const auto& id = credential.access_key_id;
  if (!is_within(id, {1, 128}) || !is_word(id, "-_.")) {
    return Error::invalid_argument(
        "an access key id must be 1 to 128 letters, digits and characters of -_.");
  }
  if (!is_within(credential.name, {0, 64}) || !is_word(credential.name, "-_.@")) {
    return Error::invalid_argument(fmt::format(
        "the name of access key {} must be at most 64 letters, digits and characters of -_.@", id));
  }
  if (!is_within(credential.role, {0, 64}) || !is_word(credential.role, "-_.")) {
    return Error::invalid_argument(fmt::format(
        "the role of access key {} must be at most 64 letters, digits and characters of -_.", id));
  }
  const auto secret = credential.secret_access_key.view();
  if (!is_within(secret, {16, 256}) || !is_visible(secret)) {
    return Error::invalid_argument(fmt::format(
        "the secret of access key {} must be 16 to 256 printable characters without blanks", id));
  }
  if (!credential.session_token) return {};
  const auto token = credential.session_token->view();
  if (is_within(token, {1, 4096}) && is_visible(token)) return {};
  return Error::invalid_argument(fmt::format(
      "the session token of access key {} must be 1 to 4096 printable characters without blanks",
      id));
}

Result<CredentialStore> CredentialStore::create(std::vector<Credential> credentials) {
  CredentialStore store;
  for (auto& credential : credentials) {
    TRY(check_credential(credential));
    credential.serial = next_serial();
    const auto [at, is_new] = store.credentials_.try_emplace(credential.access_key_id, credential);
    if (!is_new) {
      return Error::invalid_argument(fmt::format("the access key {} is there twice", at->first));
    }
  }
  return store;
}

const Credential* CredentialStore::find(std::string_view access_key_id) const {
  const auto found = credentials_.find(access_key_id);
  return found == credentials_.end() ? nullptr : &found->second;
}

Result<std::optional<Credential>> credential_from_environment() {
  const char* id = std::getenv("PARTITA_ACCESS_KEY_ID");
  const char* secret = std::getenv("PARTITA_SECRET_ACCESS_KEY");
  const char* token = std::getenv("PARTITA_SESSION_TOKEN");
  if (id == nullptr && secret == nullptr) return std::optional<Credential>();
  if (id == nullptr || secret == nullptr) {
    return Error::invalid_argument(
        "PARTITA_ACCESS_KEY_ID and PARTITA_SECRET_ACCESS_KEY must be set together");
  }
  Credential credential{
      .access_key_id = id, .secret_access_key = SecretText(secret), .name = "environment"};
  if (token != nullptr) credential.session_token = SecretText(token);
  if (const char* role = std::getenv("PARTITA_ACCESS_KEY_ROLE")) credential.role = role;
  TRY(check_credential(credential));
  return std::optional<Credential>(std::move(credential));
}

}  // namespace partita::protocol
