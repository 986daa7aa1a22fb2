#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/model_commands.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita model run` and `partita model stats`. What a pattern takes is only known
// to its model, so `--anything value` is passed on.
class RunOptions {
 public:
  void add_to(CLI::App& model);

  bool is_chosen() const { return run_->parsed() || stats_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<ModelCommand> command() const;

 private:
  void add_run(CLI::App& model);
  void add_stats(CLI::App& model);
  void add_shared(CLI::App& command, TargetOptions& target);

  Result<ModelCommand> stats_command() const;
  OutputForm output() const;

  CLI::App* run_ = nullptr;
  CLI::App* stats_ = nullptr;
  std::string model_;
  std::string element_;
  std::string output_ = "table";
  std::optional<int> limit_;
  std::string page_;
  bool reads_all_ = false;
  std::string body_;
  std::string role_;
  std::string window_;
  bool plots_ = false;
  // One for each command that has them: CLI11 writes into what was added last.
  TargetOptions run_target_;
  TargetOptions stats_target_;
};

// "--status failed --from=2025-10-01" in words: name, value.
// ERRORS: InvalidArgument for a word that is neither, and for a name without a value.
Result<std::vector<std::pair<std::string, std::string>>> parse_arguments(
    const std::vector<std::string>& words);

}  // namespace partita::cli
