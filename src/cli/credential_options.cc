#include "cli/credential_options.h"

namespace partita::cli {
namespace {

constexpr const char* kDefaultFile = "partita-credentials";

}  // namespace

void CredentialOptions::add_file(CLI::App& command) {
  path_ = kDefaultFile;
  command.add_option("--file", path_, "The file with the access keys")
      ->type_name("FILE")
      ->capture_default_str();
}

void CredentialOptions::add_sealing_key(CLI::App& command) {
  command
      .add_option("--key-file", key_file_,
                  "The file with the key that encrypts the secrets (partita key new); default: "
                  "FILE.key, which is created if it does not exist")
      ->type_name("KEY");
  command
      .add_option("--key-env", key_variable_,
                  "The environment variable with the key that encrypts the secrets")
      ->type_name("NAME");
}

void CredentialOptions::add_to_serve(CLI::App& command) {
  command
      .add_option("--credentials", path_,
                  "Accept only requests signed with an access key in this file (partita keys)")
      ->type_name("FILE");
  command
      .add_option("--credentials-key-file", key_file_,
                  "The file with the key that encrypts the access keys; default: FILE.key")
      ->type_name("KEY");
  command
      .add_option("--credentials-key-env", key_variable_,
                  "The environment variable with the key that encrypts the access keys")
      ->type_name("NAME");
  command
      .add_option("--metrics-token", metrics_token_,
                  "The file with a token for /metrics, so that Prometheus need not sign")
      ->type_name("FILE");
}

Status CredentialOptions::check() const {
  if (!key_file_.empty() && !key_variable_.empty()) {
    return Error::invalid_argument("a key file and a key variable cannot be given together");
  }
  if (path_.empty() && !(key_file_.empty() && key_variable_.empty())) {
    return Error::invalid_argument("a key for access keys needs --credentials, too");
  }
  return {};
}

protocol::CredentialFile CredentialOptions::file() const {
  protocol::CredentialFile file{.path = path_, .key = std::nullopt};
  if (!key_file_.empty()) file.key = KeyFile{key_file_};
  if (!key_variable_.empty()) file.key = KeyVariable{key_variable_};
  return file;
}

}  // namespace partita::cli
