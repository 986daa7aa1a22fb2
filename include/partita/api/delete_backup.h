#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/backup_description.h"
#include "partita/api/shape.h"

namespace partita::api {

// Deletes a backup. It is gone when the response comes. ERRORS: BackupNotFound; BackupInUse while
// it is made or restored; AccessDenied; Validation, also for a system backup, which is deleted when
// it expires.
struct DeleteBackupRequest {
  std::string backup_arn;

  static constexpr auto shape() {
    using Self = DeleteBackupRequest;
    return std::tuple(required("BackupArn", &Self::backup_arn, kBackupArn));
  }
};

struct DeleteBackupResponse {
  std::optional<BackupDescription> backup_description;

  static constexpr auto shape() {
    using Self = DeleteBackupResponse;
    return std::tuple(optional("BackupDescription", &Self::backup_description));
  }
};

}  // namespace partita::api
