#include "dynamodb/schema/table_encryption.h"

#include <fmt/format.h>

#include "dynamodb/schema/table_errors.h"
#include "store/catalog/table_name.h"

namespace partita::schema {
namespace {

// The alias under which AWS keeps its key for DynamoDB.
constexpr std::string_view kDefaultKey = "alias/aws/dynamodb";

std::string key_arn(std::string_view id) {
  if (id.starts_with("arn:")) return std::string(id);
  const std::string_view kind = id.starts_with("alias/") ? "" : "key/";
  return fmt::format("arn:aws:kms:{}:{}:{}{}", catalog::kRegion, catalog::kAccount, kind, id);
}

Status check(const api::SSESpecification& given) {
  if (!given.enabled.value_or(false)) {
    if (given.sse_type)
      return invalid_parameter("SSEType can not be specified if Enabled is false");
    if (given.kms_master_key_id) {
      return invalid_parameter("KMSMasterKeyId can not be specified if Enabled is false");
    }
    return {};
  }
  if (given.sse_type == api::SSEType::Aes256) {
    return invalid_parameter("SSEType AES256 is not supported");
  }
  if (given.kms_master_key_id && !given.sse_type) {
    return invalid_parameter("SSEType KMS is required if KMSMasterKeyId is specified");
  }
  return {};
}

}  // namespace

Result<std::optional<api::SSEDescription>> encryption_of(const api::SSESpecification& given) {
  TRY(check(given));
  if (!given.enabled.value_or(false)) return std::optional<api::SSEDescription>();
  api::SSEDescription description;
  description.status = api::SSEStatus::Enabled;
  description.sse_type = api::SSEType::Kms;
  description.kms_master_key_arn =
      key_arn(given.kms_master_key_id.value_or(std::string(kDefaultKey)));
  return std::optional(std::move(description));
}

Result<std::optional<api::SSEDescription>> changed_encryption(
    const std::optional<api::SSEDescription>& current, const api::SSESpecification& given) {
  auto wanted = TRY(encryption_of(given));
  if (!wanted && !current) return invalid_parameter("Table is already encrypted by default");
  if (wanted && current && wanted->kms_master_key_arn == current->kms_master_key_arn) {
    return invalid_parameter(
        "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you "
        "want to change Master Key");
  }
  return wanted;
}

}  // namespace partita::schema
