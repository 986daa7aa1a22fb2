#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "partita/base/result.h"
#include "wire/protocol/credential_file.h"

namespace partita::cli {

// The options that say where access keys are kept and where the key that seals them is.
class CredentialOptions {
 public:
  // --file, for the commands that are about the file.
  void add_file(CLI::App& command);
  // --key-file and --key-env besides, for those that need the secrets.
  void add_sealing_key(CLI::App& command);
  // The same by longer names, for a command that is about more; then nothing is the default.
  void add_to_serve(CLI::App& command);

  // Whether the options go together.
  Status check() const;
  // REQUIRES: has_file().
  protocol::CredentialFile file() const;
  bool has_file() const { return !path_.empty(); }
  // Empty: there is no token for metrics.
  const std::string& metrics_token() const { return metrics_token_; }

 private:
  std::string path_;
  std::string key_file_;
  std::string key_variable_;
  std::string metrics_token_;
};

}  // namespace partita::cli
