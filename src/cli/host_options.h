#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace partita::cli {

// The hosts that `partita serve` answers as, and those that it may tell of changes.
class HostOptions {
 public:
  void add_to(CLI::App& serve);

  // In lower case.
  std::vector<std::string> allowed() const;
  const std::vector<std::string>& told() const { return told_; }

 private:
  std::vector<std::string> allowed_;
  std::vector<std::string> told_;
};

}  // namespace partita::cli
