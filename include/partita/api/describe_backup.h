#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/backup_description.h"
#include "partita/api/shape.h"

namespace partita::api {

// ERRORS: BackupNotFound, AccessDenied, Validation.
struct DescribeBackupRequest {
  std::string backup_arn;

  static constexpr auto shape() {
    using Self = DescribeBackupRequest;
    return std::tuple(required("BackupArn", &Self::backup_arn, kBackupArn));
  }
};

struct DescribeBackupResponse {
  std::optional<BackupDescription> backup_description;

  static constexpr auto shape() {
    using Self = DescribeBackupResponse;
    return std::tuple(optional("BackupDescription", &Self::backup_description));
  }
};

}  // namespace partita::api
