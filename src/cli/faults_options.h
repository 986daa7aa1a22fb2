#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/faults.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita faults`.
class FaultsOptions {
 public:
  void add_to(CLI::App& program);
  // Those of `partita serve`.
  void add_to_serve(CLI::App& serve);
  FaultsStartup startup() const;

  bool is_chosen() const { return faults_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<FaultsCommand> command() const;

 private:
  void add_shared(CLI::App& command, TargetOptions& target);

  CLI::App* faults_ = nullptr;
  CLI::App* set_ = nullptr;
  CLI::App* show_ = nullptr;
  CLI::App* clear_ = nullptr;
  // One for each command that has them: CLI11 writes into what was added last.
  TargetOptions set_target_;
  TargetOptions show_target_;
  TargetOptions clear_target_;
  std::string file_;
  bool prints_json_ = false;
  bool are_allowed_ = false;
  std::string serve_file_;
};

}  // namespace partita::cli
