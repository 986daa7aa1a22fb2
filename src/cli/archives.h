#pragma once

#include <cstdint>
#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

struct ArchiveCommand {
  enum class Action : std::uint8_t { Status, Files, Flush, Ddl, Query };

  Action action = Action::Status;
  ModelTarget target;    // But of Ddl and Query.
  std::string table;     // Of Files and Flush.
  std::string entity;    // Empty: all of them.
  ModelFile file;        // Of Ddl and Query.
  std::string buckets;   // What DuckDB reads: a directory, or s3:. Of Ddl: empty for Athena.
  std::string question;  // Of Query.
  bool prints_json = false;
};

// Shows what a server has archived and what still waits for its file, or has that done at once;
// prints how Athena or DuckDB know the files of a model's archives, or asks DuckDB about them.
ExitCode run_archive(const ArchiveCommand& command);

// The answers of GET /api/archives and /api/archives:files as tables.
std::string archives_text(const Item& answer, bool has_colours);
std::string archive_files_text(const Item& answer, bool has_colours);

}  // namespace partita::cli
