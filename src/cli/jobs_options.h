#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/jobs.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita jobs`.
class JobsOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return jobs_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<JobsCommand> command() const;

 private:
  CLI::App* jobs_ = nullptr;
  TargetOptions target_;
  std::string paused_;
  std::string resumed_;
  bool prints_json_ = false;
};

}  // namespace partita::cli
