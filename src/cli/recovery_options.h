#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <variant>

#include "cli/recovery.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita restore` and `partita history`.
class RecoveryOptions {
 public:
  void add_to(CLI::App& program);

  bool is_restore() const { return restore_->parsed(); }
  bool is_history() const { return history_->parsed(); }
  // REQUIRES: is_restore().   ERRORS: InvalidArgument if the options do not go together.
  Result<RestoreCommand> restore() const;
  // REQUIRES: is_history().   ERRORS: the same.
  Result<HistoryCommand> history() const;

 private:
  CLI::App* restore_ = nullptr;
  CLI::App* history_ = nullptr;
  TargetOptions restore_target_;
  TargetOptions history_target_;
  std::string table_;
  std::string to_;
  std::string at_;
  std::string key_;
  int limit_ = 100;
  bool prints_json_ = false;
};

}  // namespace partita::cli
