#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"
#include "partita/base/secret_key.h"

namespace partita::protocol {

// An access key: requests signed with its secret are accepted under its id.
struct Credential {
  std::string access_key_id;
  SecretText secret_access_key;
  // If there is one, requests must carry it as X-Amz-Security-Token.
  std::optional<SecretText> session_token;
  // For people, who forget what a key is for. May be empty.
  std::string name;
  // Who signs with it acts in this role: transitions of models can ask for one. May be empty.
  std::string role = {};
  std::int64_t created_seconds = 0;
  // Given by the store, never twice in one process: what is derived from a secret is kept by it.
  std::uint64_t serial = 0;
};

// Letters, digits and any of -_. for an id (1 to 128), a role (0 to 64) and, with @, for a name
// (0 to 64); printable
// ASCII without blanks for a secret (16 to 256) and a session token (1 to 4096).
// ERRORS: InvalidArgument, which names the id but never the secret.
Status check_credential(const Credential& credential);

// The access keys of a server. Never changes: to change them, put another store in its place.
// THREADS: safe for concurrent calls.
class CredentialStore {
 public:
  CredentialStore() = default;
  // ERRORS: InvalidArgument if a credential is malformed or an id is there twice.
  static Result<CredentialStore> create(std::vector<Credential> credentials);

  // Nothing if there is no such id. Valid as long as the store.
  const Credential* find(std::string_view access_key_id) const;
  bool is_empty() const { return credentials_.empty(); }
  std::size_t size() const { return credentials_.size(); }

 private:
  std::map<std::string, Credential, std::less<>> credentials_;
};

// The credential in PARTITA_ACCESS_KEY_ID, PARTITA_SECRET_ACCESS_KEY and, if it is set,
// PARTITA_SESSION_TOKEN and PARTITA_ACCESS_KEY_ROLE; nothing if neither of the first two is set.
// ERRORS: InvalidArgument if only one is, or if they are malformed.
Result<std::optional<Credential>> credential_from_environment();

}  // namespace partita::protocol
