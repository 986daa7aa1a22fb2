#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/clock.h"
#include "partita/base/key_source.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "wire/protocol/credentials.h"

// The file in which a server's access keys are kept, their secrets sealed.
namespace partita::protocol {

struct CredentialFile {
  std::filesystem::path path;
  // What the secrets are sealed under; if nothing is said, a key in a file beside this one.
  std::optional<KeySource> key;

  // `credentials` has its key in `credentials.key`, unless told otherwise.
  KeySource key_source() const;
};

// What can be said of an access key without its secret.
struct CredentialEntry {
  std::string access_key_id;
  std::string name;
  std::string role;
  std::int64_t created_seconds = 0;
};

// What a person says of a new access key.
struct CredentialLabels {
  std::string_view name;
  std::string_view role;
};

// ERRORS: NotFound if there is no such file; InvalidArgument if others than its owner may use it or
// the key is another one; Corrupt if it is damaged; as load_key.
Result<std::vector<Credential>> load_credentials(const CredentialFile& file);

// Makes a new access key, adds it to the file and returns it: the one time that its secret can be
// seen. Makes the file if there is none, and its key if that belongs beside it.
// ERRORS: InvalidArgument if a label is malformed; as load_credentials and replace_file.
Result<Credential> create_credential(const CredentialFile& file, const CredentialLabels& labels,
                                     const Clock& clock, Random& random);

// Needs no key. ERRORS: as load_credentials.
Result<std::vector<CredentialEntry>> list_credentials(const std::filesystem::path& path);

// Needs no key. ERRORS: NotFound if there is no such id; as load_credentials and replace_file.
Status remove_credential(const std::filesystem::path& path, std::string_view access_key_id);

}  // namespace partita::protocol
