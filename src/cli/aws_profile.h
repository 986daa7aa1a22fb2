#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "wire/protocol/credentials.h"

// What AWS's own tools keep in ~/.aws, read as they read it.
namespace partita::cli {

// A profile of both files; the one with credentials goes before the one with settings.
struct AwsProfile {
  std::optional<protocol::Credential> credential;
  std::string region;
  // How else the profile gets its credentials, such as "sso_session": nothing that we can do.
  std::string other_way;
};

// The settings of one section of such a file: "[default]" or "[profile work]", then lines of
// "name = value"; lines that begin with # or ; are comments, indented ones belong to a setting
// above.
using AwsSection = std::map<std::string, std::string, std::less<>>;
AwsSection aws_section(std::string_view text, std::string_view name);

// Both files say nothing of it: an empty profile. AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE
// name others.
// ERRORS: Unavailable if a file is there and cannot be read.
Result<AwsProfile> load_aws_profile(std::string_view name);

}  // namespace partita::cli
