#include "cli/aws_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "partita/base/file.h"

namespace partita::cli {
namespace {

constexpr std::size_t kProfileFileBytesMax = std::size_t{1} << 20;
// Settings with which AWS's tools get credentials from elsewhere.
constexpr std::string_view kOtherWays[] = {"sso_session", "sso_start_url", "role_arn",
                                           "credential_process", "login_session"};

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::filesystem::path profile_file(const char* variable, const char* name) {
  const char* const named = std::getenv(variable);
  if (named != nullptr && *named != '\0') return named;
  const char* const home = std::getenv("HOME");
  return std::filesystem::path(home == nullptr ? "/" : home) / ".aws" / name;
}

Result<AwsSection> load_section(const std::filesystem::path& file, std::string_view section) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return AwsSection{};
  std::string text = TRY(read_small_file(file, kProfileFileBytesMax));
  const WipedAtEnd wiped{text};
  return aws_section(text, section);
}

std::string setting_of(const AwsSection& section, std::string_view name) {
  const auto found = section.find(name);
  return found == section.end() ? std::string() : found->second;
}

std::optional<protocol::Credential> credential_of(const AwsSection& section) {
  protocol::Credential credential;
  credential.access_key_id = setting_of(section, "aws_access_key_id");
  credential.secret_access_key = SecretText(setting_of(section, "aws_secret_access_key"));
  if (credential.access_key_id.empty() || credential.secret_access_key.view().empty()) {
    return std::nullopt;
  }
  const std::string token = setting_of(section, "aws_session_token");
  if (!token.empty()) credential.session_token = SecretText(token);
  return credential;
}

}  // namespace

AwsSection aws_section(std::string_view text, std::string_view name) {
  AwsSection section;
  bool is_wanted = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view content = without_blanks(line);
    if (content.empty() || content.starts_with('#') || content.starts_with(';')) continue;
    if (content.starts_with('[')) {
      const auto end = content.find(']');
      is_wanted =
          end != std::string_view::npos && without_blanks(content.substr(1, end - 1)) == name;
      continue;
    }
    const auto equals = content.find('=');
    const bool is_nested = line.front() == ' ' || line.front() == '\t';
    if (!is_wanted || is_nested || equals == std::string_view::npos) continue;
    section.emplace(without_blanks(content.substr(0, equals)),
                    without_blanks(content.substr(equals + 1)));
  }
  return section;
}

Result<AwsProfile> load_aws_profile(std::string_view name) {
  const auto keys =
      TRY(load_section(profile_file("AWS_SHARED_CREDENTIALS_FILE", "credentials"), name));
  const std::string heading = name == "default" ? "default" : fmt::format("profile {}", name);
  const auto config = TRY(load_section(profile_file("AWS_CONFIG_FILE", "config"), heading));
  AwsProfile profile;
  profile.credential = credential_of(keys);
  if (!profile.credential) profile.credential = credential_of(config);
  profile.region = setting_of(config, "region");
  if (profile.region.empty()) profile.region = setting_of(keys, "region");
  for (const std::string_view way : kOtherWays) {
    if (profile.credential) break;
    if (config.contains(way) || keys.contains(way)) profile.other_way = way;
  }
  return profile;
}

}  // namespace partita::cli
