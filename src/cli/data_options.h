#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/data_commands.h"
#include "cli/endpoint_options.h"
#include "cli/transfer_options.h"
#include "partita/base/result.h"

namespace partita::cli {

// The options of the commands about tables and items.
class DataOptions {
 public:
  void add_to(CLI::App& program);

  bool is_chosen() const { return chosen() != nullptr || transfer_.is_chosen(); }
  // REQUIRES: is_chosen().   ERRORS: InvalidArgument if the options do not go together.
  Result<DataCommand> command() const;
  // "partita get --help"
  std::string help() const;

 private:
  CLI::App* add(CLI::App& program, const char* name, const char* description, const char* footer);
  void add_items(CLI::App& program);
  void add_reads(CLI::App& program);
  void add_stream(CLI::App& program);
  void add_read_options(CLI::App& command);
  void add_output(CLI::App& command);
  const CLI::App* chosen() const;
  Result<ItemOutput> output() const;
  Result<ReadCommand> read(bool is_scan) const;
  Result<StreamCommand> stream() const;
  Status check_words() const;

  std::vector<CLI::App*> commands_;
  EndpointOptions endpoint_;
  TransferOptions transfer_;
  std::string table_;
  std::vector<std::string> words_;
  std::string index_;
  std::string columns_;
  std::uint64_t limit_ = 0;
  bool is_new_ = false;
  bool is_backwards_ = false;
  bool is_consistent_ = false;
  bool counts_ = false;
  bool is_from_start_ = false;
  bool ends_ = false;
  bool prints_json_ = false;
  bool prints_dynamodb_json_ = false;
};

}  // namespace partita::cli
