#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <variant>

#include "cli/recovery.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita restore`, `partita history` and `partita undo`.
class RecoveryOptions {
 public:
  void add_to(CLI::App& program);

  bool is_restore() const { return restore_->parsed(); }
  bool is_history() const { return history_->parsed(); }
  bool is_undo() const { return undo_->parsed(); }
  // REQUIRES: is_restore().   ERRORS: InvalidArgument if the options do not go together.
  Result<RestoreCommand> restore() const;
  // REQUIRES: is_history().   ERRORS: the same.
  Result<HistoryCommand> history() const;
  // REQUIRES: is_undo().   ERRORS: the same.
  Result<UndoCommand> undo() const;

 private:
  CLI::App* restore_ = nullptr;
  void add_undo(CLI::App& program);

  CLI::App* history_ = nullptr;
  CLI::App* undo_ = nullptr;
  TargetOptions restore_target_;
  TargetOptions history_target_;
  TargetOptions undo_target_;
  UndoCommand undone_;
  std::string table_;
  std::string to_;
  std::string at_;
  std::string key_;
  int limit_ = 100;
  bool prints_json_ = false;
};

}  // namespace partita::cli
