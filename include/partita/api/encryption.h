#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

// Kms: by a key of AWS's key service. Only Kms can be asked for.
enum class SSEType { Aes256, Kms };
inline constexpr std::array<std::string_view, 2> kSSETypeWords = {"AES256", "KMS"};
constexpr EnumWords wire_names(SSEType) { return kSSETypeWords; }

// The encryption at rest that a client asks for. It is stored and described but encrypts nothing:
// whether files are encrypted is decided for the whole database, by DatabaseOptions::master_key or
// the server's --encryption-key-file.
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

// The encryption that was asked for, as a table's description has it.
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
