#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "partita/base/result.h"
#include "wire/console/console.h"

namespace partita::cli {

// The options of `partita serve` about the pages at /console/.
class ConsoleOptions {
 public:
  void add_to(CLI::App& serve);
  // Whether they go together.
  Status check() const;
  console::ConsoleSettings settings() const;

 private:
  bool is_off_ = false;
  bool only_reads_ = false;
  std::string name_;
};

}  // namespace partita::cli
