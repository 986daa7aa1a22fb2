#pragma once

#include <CLI/CLI.hpp>

#include "cli/health.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita health`.
class HealthOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return health_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<HealthCommand> command() const;

 private:
  CLI::App* health_ = nullptr;
  TargetOptions target_;
};

}  // namespace partita::cli
