#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "cli/backup.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita backup`.
class BackupOptions {
 public:
  void add_to(CLI::App& program);

  bool is_create() const { return create_->parsed(); }
  bool is_list() const { return list_->parsed(); }
  bool is_verify() const { return verify_->parsed(); }
  bool is_restore() const { return restore_->parsed(); }
  // REQUIRES: is_create().   ERRORS: InvalidArgument if the options do not go together.
  Result<BackupCreateCommand> create() const;
  BackupListCommand list() const { return {directory_, prints_json_}; }
  BackupVerifyCommand verify() const { return {directory_, prints_json_}; }
  BackupRestoreCommand restore() const { return {directory_, name_, data_, prints_json_}; }

 private:
  CLI::App* create_ = nullptr;
  CLI::App* list_ = nullptr;
  CLI::App* verify_ = nullptr;
  CLI::App* restore_ = nullptr;
  TargetOptions target_;
  std::string directory_;
  std::string name_;
  std::string data_;
  std::size_t keep_ = 0;
  bool prints_json_ = false;
};

}  // namespace partita::cli
