#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/data_endpoint.h"
#include "cli/exit_code.h"
#include "cli/model_commands.h"

// Whole tables on their way: to files, from files, from server to server.
namespace partita::cli {

enum class FileFormat {
  ByName,        // As the file's name, and in the end what is in it, says.
  DynamodbJson,  // {"Item":{"id":{"S":"7"}}} a line, as AWS exports it.
  Json,          // {"id":"7"} a line.
  Csv,
  Ion  // Only to be read.
};

struct ExportCommand {
  DataTarget target;
  std::string table;
  std::filesystem::path file;  // "-": standard output.
  FileFormat format = FileFormat::ByName;
  std::vector<std::string> columns;  // Of CSV; empty: all that there are.
  int threads = 8;
  bool replaces = false;  // A file that is there.
};

struct ImportCommand {
  DataTarget target;
  std::filesystem::path file;
  std::string table;
  std::string key;    // Of a new table: "artist,year:N"; empty: the table is there.
  std::string types;  // Of columns of CSV: "year:N,zip:S"; others are the model's, or guessed.
  std::optional<ModelFile> model;  // Has types of columns, and rules for a rehearsal.
  std::string like;                // The model's table that it is; empty: by its name.
  FileFormat format = FileFormat::ByName;
  int threads = 8;
  bool skips_faults = false;  // Else the first one ends it.
  bool is_rehearsal = false;
};

// A table of a server.
struct TablePlace {
  DataTarget target;
  std::string table;

  // "Albums at http://127.0.0.1:8000"
  std::string to_string() const;
};

struct CopyCommand {
  TablePlace from;
  TablePlace to;
  int threads = 8;
  bool goes_on = false;               // Into a table that is there.
  std::filesystem::path record = {};  // Of how far it is; empty: nobody keeps it.
};

using TransferCommand = std::variant<ExportCommand, ImportCommand, CopyCommand>;

ExitCode run_transfer(const ExportCommand& command);
ExitCode run_transfer(const ImportCommand& command);
ExitCode run_transfer(const CopyCommand& command);

// "aws:eu-central-1/Albums", "http://127.0.0.1:8001/Albums", or "Albums" of the usual server.
// ERRORS: InvalidArgument.
Result<TablePlace> parse_table_place(std::string_view text, DataTarget usual);

}  // namespace partita::cli
