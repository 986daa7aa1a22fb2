#pragma once

#include <filesystem>
#include <string>

#include "partita/base/key_source.h"
#include "partita/base/result.h"
#include "partita/base/secret_key.h"

namespace partita::engine {

// Where the operator keeps the master key.
using MasterKeyFile = KeyFile;
using MasterKeyVariable = KeyVariable;
using MasterKeySource = KeySource;

// The key of the keys: it seals the keyring of a data directory and nothing else. It is held
// outside that directory, so that a stolen disk or backup is of no use without it.
class MasterKey {
 public:
  static MasterKey generate(Random& random) { return MasterKey(SecretKey::generate(random)); }

  // ERRORS: NotFound if there is no such file or variable; InvalidArgument if the key is malformed,
  // the file lies inside `data_directory` (links followed), or others than its owner may use it.
  static Result<MasterKey> load(const MasterKeySource& source,
                                const std::filesystem::path& data_directory);

  // Writes the key as hexadecimal text to a new file that only its owner can read.
  // ERRORS: AlreadyExists: a key is never overwritten, since data may hang on it.
  Status write_new_file(const std::filesystem::path& path) const {
    return write_new_key_file(path, secret_);
  }

  // Names the key without telling anything about it: 16 hexadecimal characters.
  std::string fingerprint() const;

  const SecretKey& secret() const { return secret_; }

 private:
  explicit MasterKey(const SecretKey& secret) : secret_(secret) {}

  SecretKey secret_;
};

}  // namespace partita::engine
