#pragma once

#include <CLI/CLI.hpp>

#include "cli/store_care.h"
#include "cli/store_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita store init|check|vacuum-advice`.
class StoreCommands {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return store_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if no store is named, or none that we know.
  Result<StoreCommand> command() const;

 private:
  CLI::App* store_ = nullptr;
  CLI::App* init_ = nullptr;
  CLI::App* check_ = nullptr;
  CLI::App* vacuum_ = nullptr;
  StoreOptions init_options_;
  StoreOptions check_options_;
  StoreOptions vacuum_options_;
  bool prints_json_ = false;
};

}  // namespace partita::cli
