#include "cli/data_endpoint.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "cli/aws_profile.h"
#include "wire/outgoing/host_address.h"

namespace partita::cli {
namespace {

using client::DynamodbClient;
using client::DynamodbOptions;

constexpr std::string_view kAws = "aws";

std::string variable_text(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string first_of(std::initializer_list<std::string> texts) {
  for (const auto& text : texts) {
    if (!text.empty()) return text;
  }
  return {};
}

bool is_aws(std::string_view endpoint) { return endpoint == kAws || endpoint.starts_with("aws:"); }

std::optional<protocol::Credential> environment_credential() {
  protocol::Credential credential;
  credential.access_key_id = variable_text("AWS_ACCESS_KEY_ID");
  const std::string secret = variable_text("AWS_SECRET_ACCESS_KEY");
  if (credential.access_key_id.empty() || secret.empty()) return std::nullopt;
  credential.secret_access_key = SecretText(secret);
  const std::string token = variable_text("AWS_SESSION_TOKEN");
  if (!token.empty()) credential.session_token = SecretText(token);
  return credential;
}

// Without access keys a server of this machine lets everybody in who signs in some way.
protocol::Credential anybody_here() {
  protocol::Credential credential;
  credential.access_key_id = "partita";
  credential.secret_access_key = SecretText("partita");
  return credential;
}

std::string profile_name(const DataTarget& target) {
  return first_of({target.profile, variable_text("AWS_PROFILE"),
                   variable_text("AWS_DEFAULT_PROFILE"), "default"});
}

Error no_access_key(const DataTarget& target, const AwsProfile& profile) {
  const std::string name = profile_name(target);
  if (!profile.other_way.empty()) {
    return Error::invalid_argument(fmt::format(
        "profile {} gets its access key by {}, which AWS's own tools know how to do: eval "
        "\"$(aws configure export-credentials --profile {} --format env)\", and try again",
        name, profile.other_way, name));
  }
  return Error::invalid_argument(fmt::format(
      "there is no access key for {}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a "
      "profile that has one with --profile (profile {} has none)",
      target.endpoint, name));
}

Result<protocol::Credential> credential_for(const DataTarget& target, const AwsProfile& profile) {
  const bool is_named = !target.profile.empty();
  auto of_environment = is_named ? std::nullopt : environment_credential();
  if (of_environment) return *std::move(of_environment);
  const bool is_here = is_on_this_machine(target.endpoint);
  if (profile.credential && (is_named || !is_here)) return *profile.credential;
  if (is_here && !is_named) return anybody_here();
  return no_access_key(target, profile);
}

Result<std::string> region_for(const DataTarget& target, const AwsProfile& profile) {
  const bool names_region = target.endpoint.starts_with("aws:");
  const std::string region =
      first_of({names_region ? target.endpoint.substr(4) : "", target.region,
                variable_text("AWS_REGION"), variable_text("AWS_DEFAULT_REGION"), profile.region});
  const bool is_name =
      region.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  if (!is_name) return Error::invalid_argument(fmt::format("`{}` is no region of AWS", region));
  if (region.empty() && is_aws(target.endpoint)) {
    return Error::invalid_argument("which region of AWS? Name it as aws:REGION or with --region");
  }
  return first_of({region, "us-east-1"});
}

std::string aws_url(std::string_view host, std::string_view region) {
  const std::string_view domain = region.starts_with("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return fmt::format("https://{}.{}.{}", host, region, domain);
}

Result<std::unique_ptr<DynamodbClient>> open_service(const DataTarget& target,
                                                     std::string_view aws_host,
                                                     std::string_view service) {
  const AwsProfile profile = TRY(load_aws_profile(profile_name(target)));
  DynamodbOptions options{.endpoint = target.endpoint, .signer = {}, .service = service};
  options.signer.region = TRY(region_for(target, profile));
  if (is_aws(target.endpoint)) options.endpoint = aws_url(aws_host, options.signer.region);
  options.signer.credential = TRY(credential_for(target, profile));
  options.trusted_file = target.trusted_file;
  if (options.trusted_file.empty()) options.trusted_file = variable_text("AWS_CA_BUNDLE");
  return DynamodbClient::open(std::move(options));
}

}  // namespace

bool is_on_this_machine(std::string_view endpoint) {
  const auto address = outgoing::parse_host_address(endpoint);
  if (!address.ok()) return false;
  return address->name == "localhost" || address->name == "::1" ||
         address->name.starts_with("127.");
}

Result<std::unique_ptr<DynamodbClient>> open_endpoint(const DataTarget& target) {
  return open_service(target, "dynamodb", "DynamoDB_20120810");
}

Result<std::unique_ptr<DynamodbClient>> open_streams(const DataTarget& target) {
  return open_service(target, "streams.dynamodb", "DynamoDBStreams_20120810");
}

}  // namespace partita::cli
