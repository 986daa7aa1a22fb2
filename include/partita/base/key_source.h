#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "partita/base/result.h"
#include "partita/base/secret_key.h"

// Where an operator keeps a key. A file holds 64 hexadecimal characters, base64 or the 32 bytes
// themselves; a variable of the environment holds one of the two texts.
namespace partita {

struct KeyFile {
  std::filesystem::path path;
};
struct KeyVariable {
  std::string name;
};
using KeySource = std::variant<KeyFile, KeyVariable>;

// `what` says in messages what the key is for, as in "master key".
// ERRORS: NotFound if there is no such file or variable; InvalidArgument if the key is malformed or
// others than its owner may use the file.
Result<SecretKey> load_key(const KeySource& source, std::string_view what);

// Writes the key as hexadecimal text to a new file that only its owner can read.
// ERRORS: AlreadyExists: a key is never overwritten, since data may hang on it.
Status write_new_key_file(const std::filesystem::path& path, const SecretKey& key);

// `what` as in "master key file".
// ERRORS: InvalidArgument, with the cure, if others than its owner may use the file, or if it is
// not a file; NotFound if there is none.
Status check_only_owner_may_use(const std::filesystem::path& path, std::string_view what);

}  // namespace partita
