#pragma once

#include <CLI/CLI.hpp>

#include "cli/target_options.h"
#include "cli/top.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita top`.
class TopOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return top_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<TopCommand> command() const;

 private:
  CLI::App* top_ = nullptr;
  TargetOptions target_;
  bool is_once_ = false;
};

}  // namespace partita::cli
