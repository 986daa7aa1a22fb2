#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/archives.h"
#include "cli/target_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita archive`.
class ArchiveOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return archive_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<ArchiveCommand> command() const;

 private:
  void add_model(CLI::App& command);
  CLI::App* add_asking(const char* name, const char* purpose, TargetOptions& target);

  CLI::App* archive_ = nullptr;
  CLI::App* files_ = nullptr;
  CLI::App* flush_ = nullptr;
  CLI::App* ddl_ = nullptr;
  CLI::App* query_ = nullptr;
  // One for each command that has them: CLI11 writes into what was added last.
  TargetOptions status_target_;
  TargetOptions files_target_;
  TargetOptions flush_target_;
  std::string table_;
  std::string entity_;
  std::string file_;
  std::string duckdb_;
  std::string buckets_;
  std::string question_;
  std::vector<std::string> params_;
  bool prints_json_ = false;
};

}  // namespace partita::cli
