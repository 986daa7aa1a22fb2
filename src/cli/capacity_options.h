#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/capacity.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita capacity`.
class CapacityOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return capacity_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<CapacityCommand> command() const;

 private:
  CLI::App* capacity_ = nullptr;
  TargetOptions target_;
  CapacityCommand asked_{.target = {}, .table = {}, .index = {}, .last = "24h"};
};

}  // namespace partita::cli
