#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/model_commands.h"
#include "cli/store_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options that say where models are: --endpoint and whom to trust there, or --data and how it
// is kept.
class TargetOptions {
 public:
  // What is asked if neither is given.
  enum class Default { Server, Data };

  // REQUIRES: called once; this outlives the command's parsing.
  void add_to(CLI::App& command, Default asked);

  // ERRORS: InvalidArgument if the options do not go together.
  Result<ModelTarget> target() const;

 private:
  bool is_given(const std::string& name) const { return command_->get_option(name)->count() > 0; }

  const CLI::App* command_ = nullptr;
  Default default_ = Default::Server;
  std::string endpoint_ = "http://127.0.0.1:8000";
  std::string trusted_file_;
  StoreOptions store_;
};

}  // namespace partita::cli
