#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/model_commands.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita work`. What a claim takes is only known to its model, so `--anything
// value` is passed on.
class WorkOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return work_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<WorkCommand> command() const;

 private:
  CLI::App* work_ = nullptr;
  TargetOptions target_;
  WorkCommand command_;
};

}  // namespace partita::cli
