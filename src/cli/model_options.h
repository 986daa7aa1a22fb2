#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/endpoint_options.h"
#include "cli/migrate_options.h"
#include "cli/model_commands.h"
#include "cli/run_options.h"
#include "cli/store_options.h"
#include "cli/target_options.h"
#include "cli/work_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita model` and all that stands below it, and those of `partita work`.
class ModelOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return model_->parsed() || work_.is_chosen(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<ModelCommand> command() const;

 private:
  CLI::App* add_command(std::string name, std::string purpose, const char* examples);
  void add_params(CLI::App& command);
  void add_file(CLI::App& command);
  void add_offline_commands();
  void add_database_commands();
  void add_environment_commands();
  void add_check();

  Result<ModelCommand> offline_command(model::ParamValues params) const;
  Result<ModelCommand> database_command(model::ParamValues params) const;
  Result<ModelCommand> removal() const;
  ModelCheckCommand check(model::ParamValues params) const;

  CLI::App* model_ = nullptr;
  CLI::App* lint_ = nullptr;
  CLI::App* explain_ = nullptr;
  CLI::App* cost_ = nullptr;
  CLI::App* export_ = nullptr;
  CLI::App* schema_ = nullptr;
  CLI::App* init_ = nullptr;
  CLI::App* check_ = nullptr;
  CLI::App* plan_ = nullptr;
  CLI::App* apply_ = nullptr;
  CLI::App* remove_ = nullptr;
  CLI::App* diff_ = nullptr;
  CLI::App* list_ = nullptr;
  CLI::App* fake_ = nullptr;

  std::vector<std::string> files_;
  std::string file_;
  std::vector<std::string> params_;
  std::string format_ = "text";
  std::string pattern_;
  std::string prices_;
  std::string kind_;
  std::string table_;
  std::string like_;
  int threads_ = 8;
  bool enforces_ = false;
  bool loads_ = false;
  bool allows_removals_ = false;
  bool detaches_tables_ = false;
  bool forces_version_ = false;
  std::string model_name_;
  bool keeps_tables_ = false;
  bool drops_tables_ = false;
  std::string left_;
  std::string right_;
  bool prints_json_ = false;
  std::optional<std::uint64_t> count_;
  std::uint64_t seed_ = 1;
  // One for each command that has them: CLI11 writes into what was added last.
  TargetOptions init_target_;
  EndpointOptions check_endpoint_;
  TargetOptions plan_target_;
  TargetOptions apply_target_;
  TargetOptions remove_target_;
  TargetOptions diff_target_;
  TargetOptions list_target_;
  StoreOptions fake_store_;
  RunOptions run_;
  MigrateOptions migrate_;
  WorkOptions work_;
};

// "stage=prod" in words: name, value.
// ERRORS: InvalidArgument for a word of another form.
Result<model::ParamValues> parse_params(const std::vector<std::string>& words);

}  // namespace partita::cli
