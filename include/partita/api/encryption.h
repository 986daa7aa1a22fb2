#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

enum class SSEType { Aes256, Kms };
inline constexpr std::array<std::string_view, 2> kSSETypeWords = {"AES256", "KMS"};
constexpr EnumWords wire_names(SSEType) { return kSSETypeWords; }

// Encryption at rest as a client asks for it. It is kept and described; files are encrypted by the
// server's own key or not at all.
struct SSESpecification {
  std::optional<bool> enabled;
  std::optional<SSEType> sse_type;
  std::optional<std::string> kms_master_key_id;

  static constexpr auto shape() {
    using Self = SSESpecification;
    return std::tuple(optional("Enabled", &Self::enabled), optional("SSEType", &Self::sse_type),
                      optional("KMSMasterKeyId", &Self::kms_master_key_id));
  }
};

enum class SSEStatus { Enabling, Enabled, Disabling, Disabled, Updating };
inline constexpr std::array<std::string_view, 5> kSSEStatusWords = {
    "ENABLING", "ENABLED", "DISABLING", "DISABLED", "UPDATING"};
constexpr EnumWords wire_names(SSEStatus) { return kSSEStatusWords; }

// What a table tells of it.
struct SSEDescription {
  std::optional<SSEStatus> status;
  std::optional<SSEType> sse_type;
  std::optional<std::string> kms_master_key_arn;
  std::optional<Timestamp> inaccessible_encryption_date_time;

  static constexpr auto shape() {
    using Self = SSEDescription;
    return std::tuple(
        optional("Status", &Self::status), optional("SSEType", &Self::sse_type),
        optional("KMSMasterKeyArn", &Self::kms_master_key_arn),
        optional("InaccessibleEncryptionDateTime", &Self::inaccessible_encryption_date_time));
  }
};

}  // namespace partita::api
