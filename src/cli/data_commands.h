#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/data_endpoint.h"
#include "cli/exit_code.h"
#include "cli/transfer_commands.h"

// Commands about tables and items of any server that speaks DynamoDB's API.
namespace partita::cli {

enum class ItemOutput {
  Table,        // For people.
  Json,         // One object a line, as people write JSON.
  DynamodbJson  // The same with types: nothing is lost.
};

struct TablesCommand {
  DataTarget target;
  bool prints_json = false;
};

struct DescribeCommand {
  DataTarget target;
  std::string table;
  bool prints_json = false;
};

struct GetCommand {
  DataTarget target;
  std::string table;
  std::vector<std::string> key;
  ItemOutput output = ItemOutput::Table;
};

struct PutCommand {
  DataTarget target;
  std::string table;
  std::vector<std::string> item;
  bool must_be_new = false;
};

struct DeleteCommand {
  DataTarget target;
  std::string table;
  std::vector<std::string> key;
};

// A Query, or a Scan.
struct ReadCommand {
  DataTarget target;
  std::string table;
  std::vector<std::string> conditions;
  std::string index;
  std::optional<std::uint64_t> limit;  // Of items.
  std::vector<std::string> columns;    // Empty: all.
  bool is_scan = false;
  bool is_backwards = false;
  bool is_consistent = false;
  bool counts = false;  // Nothing but how many there are.
  ItemOutput output = ItemOutput::Table;
};

// The changes of a table, from now on or from the oldest one that its stream has.
struct StreamCommand {
  DataTarget target;
  std::string table;
  bool is_from_start = false;
  bool follows = true;                 // Else it ends when all that is there was shown.
  std::optional<std::uint64_t> limit;  // Of changes.
  ItemOutput output = ItemOutput::Table;
};

using DataCommand = std::variant<TablesCommand, DescribeCommand, GetCommand, PutCommand,
                                 DeleteCommand, ReadCommand, StreamCommand, TransferCommand>;

ExitCode run_data(const TablesCommand& command);
ExitCode run_data(const DescribeCommand& command);
ExitCode run_data(const GetCommand& command);
ExitCode run_data(const PutCommand& command);
ExitCode run_data(const DeleteCommand& command);
ExitCode run_data(const ReadCommand& command);
ExitCode run_data(const StreamCommand& command);
ExitCode run_data(const TransferCommand& command);

// How a command ends that has failed at this server, with what a person can do about it.
ExitCode data_failure(const Error& error, const DataTarget& target);

}  // namespace partita::cli
