#include "cli/access_keys.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/terminal.h"
#include "language/value/json_text.h"

namespace partita::cli {
namespace {

using protocol::Credential;
using protocol::CredentialEntry;

std::string date_text(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

// A shell takes it as it is: eval "$(partita keys create)".
std::string as_text(const KeysCreateCommand& command, const Credential& credential) {
  return fmt::format(
      "export AWS_ACCESS_KEY_ID={}\n"
      "export AWS_SECRET_ACCESS_KEY={}\n"
      "# The secret is shown this once: {} keeps it sealed. Then: partita serve --credentials {}",
      credential.access_key_id, credential.secret_access_key.view(), command.file.path.string(),
      command.file.path.string());
}

std::string as_json(const KeysCreateCommand& command, const Credential& credential) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("access_key_id", credential.access_key_id);
  json.member("secret_access_key", credential.secret_access_key.view());
  json.member("name", credential.name);
  json.member("role", credential.role);
  json.member("created", date_text(credential.created_seconds));
  json.member("file", command.file.path.string());
  json.close_object();
  return std::move(json).take();
}

std::string as_text(const std::vector<CredentialEntry>& entries) {
  std::string text =
      fmt::format("{:<20}  {:<20}  {:<12}  {}", "ACCESS KEY ID", "CREATED", "ROLE", "NAME");
  for (const auto& entry : entries) {
    text += fmt::format("\n{:<20}  {:<20}  {:<12}  {}", entry.access_key_id,
                        date_text(entry.created_seconds), entry.role, entry.name);
  }
  return text;
}

std::string as_json(const std::vector<CredentialEntry>& entries) {
  JsonText json(JsonLayout::Compact);
  json.open_array();
  for (const auto& entry : entries) {
    json.open_object();
    json.member("access_key_id", entry.access_key_id);
    json.member("name", entry.name);
    json.member("role", entry.role);
    json.member("created", date_text(entry.created_seconds));
    json.close_object();
  }
  json.close_array();
  return std::move(json).take();
}

std::string as_json(const KeysDeleteCommand& command) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("access_key_id", command.access_key_id);
  json.member("status", "deleted");
  json.close_object();
  return std::move(json).take();
}

}  // namespace

ExitCode create_access_key(const KeysCreateCommand& command) {
  SystemRandom random;
  const auto credential = protocol::create_credential(
      command.file, {.name = command.name, .role = command.role}, Clock::system(), random);
  if (!credential.ok()) return failed(credential.error());
  say(command.prints_json ? as_json(command, *credential) : as_text(command, *credential));
  return ExitCode::Ok;
}

ExitCode list_access_keys(const KeysListCommand& command) {
  const auto entries = protocol::list_credentials(command.file);
  if (!entries.ok()) return failed(entries.error());
  say(command.prints_json ? as_json(*entries) : as_text(*entries));
  return ExitCode::Ok;
}

ExitCode delete_access_key(const KeysDeleteCommand& command) {
  const auto status = protocol::remove_credential(command.file, command.access_key_id);
  if (!status.ok()) return failed(status.error());
  if (command.prints_json) {
    say(as_json(command));
  } else {
    say(fmt::format(
        "{} is deleted from {}. A server that runs lets it in until it is started again",
        command.access_key_id, command.file.string()));
  }
  return ExitCode::Ok;
}

}  // namespace partita::cli
