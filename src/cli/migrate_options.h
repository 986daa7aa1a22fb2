#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/model_commands.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita model migrate`.
class MigrateOptions {
 public:
  void add_to(CLI::App& model);

  bool is_chosen() const { return migrate_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<ModelCommand> command() const;

 private:
  CLI::App* migrate_ = nullptr;
  TargetOptions target_;
  std::string move_;
  std::string model_;
  std::string migration_;
  std::string forced_by_;
  bool prints_json_ = false;
};

}  // namespace partita::cli
