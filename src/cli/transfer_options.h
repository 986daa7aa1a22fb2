#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/endpoint_options.h"
#include "cli/transfer_commands.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of `partita export`, `partita import` and `partita copy`.
class TransferOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return export_->parsed() || import_->parsed() || copy_->parsed(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<TransferCommand> command() const;
  // "partita copy --help"
  std::string help() const;

 private:
  void add_export(CLI::App& program);
  void add_import(CLI::App& program);
  void add_copy(CLI::App& program);
  void add_threads(CLI::App& command);
  Result<TransferCommand> copy() const;
  Result<TransferCommand> import_command() const;

  CLI::App* export_ = nullptr;
  CLI::App* import_ = nullptr;
  CLI::App* copy_ = nullptr;
  EndpointOptions endpoint_;
  std::string table_;
  std::string file_;
  std::string format_;
  std::string columns_;
  std::string key_;
  std::string types_;
  std::string model_;
  std::vector<std::string> params_;
  std::string like_;
  std::string on_error_ = "stop";
  std::string from_;
  std::string to_;
  std::string from_profile_;
  std::string to_profile_;
  std::string record_;
  int threads_ = 8;
  bool replaces_ = false;
  bool is_rehearsal_ = false;
  bool goes_on_ = false;
};

}  // namespace partita::cli
