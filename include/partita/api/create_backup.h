#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/backup_description.h"
#include "partita/api/shape.h"

namespace partita::api {

// Makes a backup of a table as it is now. The response comes at once; the backup is CREATING until
// it is complete.
// ERRORS: TableNotFound, LimitExceeded, Validation.
struct CreateBackupRequest {
  std::string table_name;
  std::string backup_name;

  static constexpr auto shape() {
    using Self = CreateBackupRequest;
    return std::tuple(
        required("TableName", &Self::table_name, kTableNameOrArn).if_absent(kNoTableName),
        required("BackupName", &Self::backup_name, kBackupName));
  }
};

struct CreateBackupResponse {
  std::optional<BackupDetails> backup_details;

  static constexpr auto shape() {
    using Self = CreateBackupResponse;
    return std::tuple(optional("BackupDetails", &Self::backup_details));
  }
};

}  // namespace partita::api
