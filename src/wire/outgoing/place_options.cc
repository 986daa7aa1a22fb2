#include "wire/outgoing/place_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "partita/base/file.h"
#include "partita/base/secret_key.h"
#include "store/places/directory_place.h"
#include "wire/outgoing/s3_place.h"

namespace partita::outgoing {
namespace {

constexpr std::size_t kCredentialFileBytesMax = std::size_t{64} << 10;

using Settings = std::map<std::string, std::string, std::less<>>;

Result<Settings> parse_settings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    const auto equals = one.find('=');
    const std::string_view name = one.substr(0, equals);
    const bool is_known = name == "dir" || name == "endpoint" || name == "region" ||
                          name == "credentials" || name == "ca-file";
    if (equals == std::string_view::npos || equals + 1 == one.size() || !is_known) {
      return Error::invalid_argument(
          fmt::format("{} is none of dir=DIR, endpoint=URL, region=NAME, credentials=FILE, "
                      "ca-file=FILE",
                      one));
    }
    settings.emplace(name, one.substr(equals + 1));
  }
  return settings;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

void read_credential_line(std::string_view line, protocol::Credential& credential) {
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return;
  const std::string_view name = trimmed(line.substr(0, equals));
  const std::string_view value = trimmed(line.substr(equals + 1));
  if (name == "aws_access_key_id") credential.access_key_id = value;
  if (name == "aws_secret_access_key") credential.secret_access_key = SecretText(value);
  if (name == "aws_session_token") credential.session_token = SecretText(value);
}

protocol::Credential credential_in(std::string_view text) {
  protocol::Credential credential;
  bool is_of_default = true;  // Also what stands before any section.
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view content = trimmed(line);
    if (content.starts_with('[')) is_of_default = content == "[default]";
    if (is_of_default && !content.starts_with('#')) read_credential_line(content, credential);
  }
  return credential;
}

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

protocol::Credential credential_of_environment() {
  protocol::Credential credential;
  credential.access_key_id = variable("AWS_ACCESS_KEY_ID");
  credential.secret_access_key = SecretText(variable("AWS_SECRET_ACCESS_KEY"));
  if (const auto token = variable("AWS_SESSION_TOKEN"); !token.empty()) {
    credential.session_token = SecretText(token);
  }
  return credential;
}

Result<protocol::Credential> load_credential(const Settings& settings) {
  const auto file = settings.find("credentials");
  if (file == settings.end()) return credential_of_environment();
  std::string text = TRY(read_small_file(file->second, kCredentialFileBytesMax));
  const WipedAtEnd wiped{text};
  return credential_in(text);
}

std::string value_or(const Settings& settings, std::string_view name, std::string otherwise) {
  const auto found = settings.find(name);
  return found == settings.end() ? std::move(otherwise) : found->second;
}

}  // namespace

Result<std::unique_ptr<places::ObjectPlace>> open_place(std::string_view text) {
  const Settings settings = TRY(parse_settings(text));
  if (const auto directory = settings.find("dir"); directory != settings.end()) {
    if (settings.size() == 1) return places::open_directory_place(directory->second);
    return Error::invalid_argument("dir=DIR stands alone: directories need no endpoint or keys");
  }
  S3Options options;
  options.region = value_or(settings, "region", options.region);
  options.endpoint =
      value_or(settings, "endpoint", fmt::format("https://s3.{}.amazonaws.com", options.region));
  options.trusted_file = value_or(settings, "ca-file", "");
  options.credential = TRY(load_credential(settings));
  const auto& credential = options.credential;
  if (credential.access_key_id.empty() || credential.secret_access_key.view().empty()) {
    return Error::invalid_argument(
        "there are no access keys for S3: name a file with credentials=FILE, or set "
        "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  }
  return open_s3_place(std::move(options));
}

}  // namespace partita::outgoing
