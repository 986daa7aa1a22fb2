#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/model_commands.h"
#include "cli/store_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options that say where a command acts, by one rule for all commands: at the running server
// (--endpoint, else PARTITA_ENDPOINT, else 127.0.0.1:8000) unless --data names data that nobody
// serves, or --store what servers may share.
class TargetOptions {
 public:
  // REQUIRES: called once; this outlives the command's parsing.
  void add_to(CLI::App& command);
  // The same for a command that only a running server can answer: no --data.
  void add_server_to(CLI::App& command);

  // ERRORS: InvalidArgument if the options do not go together.
  Result<ModelTarget> target() const;

 private:
  // Also false if the command has no such option.
  bool is_given(const std::string& name) const;

  const CLI::App* command_ = nullptr;
  std::string endpoint_ = "http://127.0.0.1:8000";
  std::string trusted_file_;
  StoreOptions store_;
};

}  // namespace partita::cli
