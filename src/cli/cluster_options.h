#pragma once

#include <CLI/CLI.hpp>

#include "cli/cluster.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita cluster`.
class ClusterOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return cluster_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<ClusterCommand> command() const;

 private:
  CLI::App* cluster_ = nullptr;
  TargetOptions target_;
  bool prints_json_ = false;
};

}  // namespace partita::cli
